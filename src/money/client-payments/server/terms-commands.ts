import type * as z from 'zod/mini'
import { ofPartner } from '#access/domain/audience.ts'
import { checkNotOwn } from '#money/commissions/server/commands.ts'
import { today } from '#money/rules/server/account-queries.ts'
import { recordForEach } from '#money/rules/server/line-commands.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { basisForm, remainderForm } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { lockOneLead } from './lead-money.ts'
import { keepExpected } from './remainder.ts'

/**
 * Expects no more payments: the pending commission of a lead whose client has paid a part goes. Refuses `remainder_not_open`,
 * `own_commission`, and `commissions_changed` if another sum is expected than the caller saw.
 */
export async function closeRemainder(
  context: TransactionContext,
  leadId: string,
  { reason, remainderCents }: z.output<typeof remainderForm>,
): Promise<void> {
  const money = await lockOneLead(context.tx, leadId)
  const { deal } = money
  const why = m.nothingToClose()
  refuseUnless(deal && money.payments.length > 0, 'remainder_not_open', why)
  checkNotOwn(context, deal)
  if (deal.revenue_cents !== remainderCents) {
    const changed = m.stillExpectedNow({ amount: formatEurosExact(deal.revenue_cents) })
    throw new Refusal('commissions_changed', changed, { facts: { revenueCents: deal.revenue_cents } })
  }
  keepExpected(context, money, money.receivedCents)
  const closed = { leadId, kind: 'closed', day: await today(context), body: {} } as const
  await recordForEach(context, money.accounts, closed, { removal: 'closed' })
  await context.recordEvent({
    name: 'lead.remainder_closed',
    subjectId: leadId,
    audience: ofPartner(money.partnerId),
    before: {
      revenueCents: deal.revenue_cents,
      commissionRate: Number(deal.commission_rate),
      amountCents: deal.amount_cents,
    },
    after: { reason },
  })
}

/**
 * Says what makes a lead's commission due, before its client has paid anything. Refuses `lead_has_client_payments` and
 * `lead_has_settled_commission`.
 */
export async function changeBasis(
  context: TransactionContext,
  leadId: string,
  { basis }: z.output<typeof basisForm>,
): Promise<void> {
  const money = await lockOneLead(context.tx, leadId)
  if (money.ownBasis === basis) return
  refuseUnless(!money.hasOwnBasis, 'lead_has_own_rule', m.ruleSaysBasis())
  refuseUnless(money.payments.length === 0, 'lead_has_client_payments', m.basisFixed())
  refuseUnless(money.deal === null || money.deal.status === 'en_attente', 'lead_has_settled_commission', m.leadValidatedWhole())
  const terms = { commission_basis: basis }
  await context.tx
    .insertInto('lead_terms')
    .values({ lead_id: leadId, ...terms })
    .onConflict((conflict) => conflict.column('lead_id').doUpdateSet(terms))
    .execute()
  await context.recordEvent({
    name: 'lead.basis_changed',
    subjectId: leadId,
    audience: ofPartner(money.partnerId),
    before: { basis: money.ownBasis },
    after: { basis },
  })
}
