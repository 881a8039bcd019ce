import { wonStage } from '#leads/stages/domain/stages.ts'
import type { SignedLead } from '#money/rules/domain/book.ts'
import { type Actor, isOwnPartner } from '#platform/domain/actor.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { LeadReceipts } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { readLeadMoney } from './lead-money.ts'
import { presentClientPayment } from './present.ts'
import { readClientPayments } from './queries.ts'
import { obstacleOf } from './record-commands.ts'

/** Whether the rule of a lead takes something back when its client leaves. */
const mayLeave = (lead: SignedLead | undefined): boolean =>
  lead !== undefined && !lead.hasLeft && lead.terms.some(({ definition }) => definition.reduction !== null)

/** What a lead's client has paid and is still to pay. Refuses `not_found`. */
export async function leadReceipts({ tx, actor }: { tx: Tx; actor: Actor }, leadId: string): Promise<LeadReceipts> {
  const [moneyByLead, rows] = await Promise.all([readLeadMoney(tx, [leadId]), readClientPayments(tx, leadId)])
  const money = moneyByLead.get(leadId)
  if (!money) throw new Refusal('not_found', m.noSuchLead())
  const payments = rows.map((row) => presentClientPayment(row, actor))
  const isPending = money.deal?.status === 'en_attente'
  const isSettled = money.deal !== null && !isPending
  const hasPayments = payments.length > 0
  const obstacle = actor.kind === 'admin' ? obstacleOf(actor, money) : null
  const acts = actor.kind === 'admin' && actor.rights.includes('money') && !isOwnPartner(actor, money.partnerId)
  return {
    basis: money.basis,
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
    can: {
      record: acts && obstacle === null,
      refund: acts && payments.some(({ refundableCents }) => refundableCents > 0),
      close: acts && isPending && hasPayments,
      changeBasis: acts && !hasPayments && !isSettled && money.accounts.length === 0,
    },
  }
}
