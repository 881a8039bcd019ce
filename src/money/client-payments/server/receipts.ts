import { isOwnPartner } from '#access/domain/actor.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { ownOutlook } from '#money/coming/server/queries.ts'
import type { SignedLead } from '#money/rules/domain/book.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Call } from '#platform/server/http/bind.ts'
import type { LeadReceipts } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { readLeadMoney } from './lead-money.ts'
import { presentClientPayment } from './present.ts'
import { readClientPayments } from './queries.ts'
import { obstacleOf } from './record-commands.ts'

/** Whether the rule of a lead takes something back when its client leaves. */
const mayLeave = (lead: SignedLead | undefined): boolean =>
  lead !== undefined && lead.left === null && lead.terms.some(({ definition }) => definition.reduction !== null)

/** Whose part of a lead's payments has ended, as far as the caller may see. */
async function readEnded(tx: Tx, leadId: string): Promise<LeadReceipts['ended']> {
  const rows = await tx
    .selectFrom('lead_signings as s')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 's.partner_id')
    .select(['s.partner_id', 'p.full_name', 'p.partner_deleted_at', 's.ended_on'])
    .where('s.lead_id', '=', leadId)
    .where('s.ended_on', 'is not', null)
    .orderBy('s.ended_on')
    .orderBy('s.partner_id')
    .execute()
  return rows.map(({ partner_id: id, full_name: name, partner_deleted_at: deletedAt, ended_on }) => ({
    partner: { id, name, deleted: deletedAt !== null },
    on: ended_on ?? '',
  }))
}

/** What a lead's client has paid and is still to pay. Refuses `not_found`. */
export async function leadReceipts(call: Call, leadId: string): Promise<LeadReceipts> {
  const { tx, actor } = call
  const [moneyByLead, rows, ended] = await Promise.all([
    readLeadMoney(tx, [leadId]),
    readClientPayments(tx, leadId),
    readEnded(tx, leadId),
  ])
  const outlook = rows.length > 0 ? await ownOutlook(call) : null
  const money = moneyByLead.get(leadId)
  if (!money) throw new Refusal('not_found', m.noSuchLead())
  const payments = rows.map((row) => presentClientPayment(row, actor, outlook))
  const isPending = money.deal?.status === 'en_attente'
  const isSettled = money.deal !== null && !isPending
  const hasPayments = payments.length > 0
  const obstacle = actor.kind === 'admin' ? obstacleOf(actor, money) : null
  const acts = actor.kind === 'admin' && actor.rights.includes('money') && !isOwnPartner(actor, money.partnerId)
  return {
    basis: money.basis,
    isByRules: money.accounts.length > 0,
    ownBasis: money.ownBasis,
    programmeBasis: money.programmeBasis,
    expectedCents: money.status === wonStage ? money.expectedCents : null,
    receivedCents: money.receivedCents,
    paidCents: payments.reduce((sum, { kind, netCents }) => sum + (kind === 'payment' ? netCents : 0), 0),
    remainder: isPending && money.deal ? { revenueCents: money.deal.revenue_cents, amountCents: money.deal.amount_cents } : null,
    commissionCents: payments.reduce((sum, { commissionCents }) => sum + commissionCents, 0),
    payments,
    obstacle,
    clientMayLeave: acts && money.accounts.some((account) => mayLeave(account.lead(leadId))),
    ended,
    can: {
      record: acts && obstacle === null,
      refund: acts && payments.some(({ refundableCents }) => refundableCents > 0),
      close: acts && isPending && hasPayments,
      changeBasis: acts && !hasPayments && !isSettled && !money.hasOwnBasis,
    },
  }
}
