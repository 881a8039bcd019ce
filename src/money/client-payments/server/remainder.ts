import { ofPartner } from '#access/domain/audience.ts'
import type { CommissionRow } from '#money/commissions/server/commands.ts'
import { percentOf } from '#platform/domain/money.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { type Receipts, remainderOf } from '../domain/client-payments.ts'
import type { LeadMoney } from './lead-money.ts'

/**
 * Makes the pending commission of a locked lead what is still expected by `receipts`, after the payment or refund with this
 * reference: it shrinks, goes, or comes back. The commission afterwards.
 */
export async function keepRemainder(
  context: TransactionContext,
  money: LeadMoney,
  receipts: Receipts,
  reference: string,
): Promise<CommissionRow | null> {
  keepExpected(context, money.id, receipts.expectedCents)
  const revenueCents = remainderOf(receipts)
  const { deal } = money
  if (!deal) return revenueCents > 0 ? reopen(context, money, revenueCents) : null
  if (revenueCents === 0) {
    await removeRemainder(context, deal, 'received')
    return null
  }
  if (revenueCents === deal.revenue_cents) return deal
  const rate = Number(deal.commission_rate)
  const amountCents = percentOf(revenueCents, rate)
  context.post(
    context.tx
      .updateTable('commissions')
      .set({ revenue_cents: revenueCents, amount_cents: amountCents })
      .where('id', '=', deal.id),
  )
  await context.recordEvent({
    name: 'commission.remainder_changed',
    subjectId: deal.id,
    audience: ofPartner(deal.partner_id),
    before: { revenueCents: deal.revenue_cents, commissionRate: rate, amountCents: deal.amount_cents },
    after: { revenueCents, commissionRate: rate, amountCents, reference },
  })
  return { ...deal, revenue_cents: revenueCents, amount_cents: amountCents }
}

/** Stores what a lead's client is expected to pay in all; from then on its payments make its commission due. */
export function keepExpected({ tx, post }: TransactionContext, leadId: string, expectedCents: number): void {
  const terms = { commission_basis: 'cash', expected_cents: expectedCents } as const
  const insertion = tx.insertInto('lead_terms').values({ lead_id: leadId, ...terms })
  post(insertion.onConflict((conflict) => conflict.column('lead_id').doUpdateSet(terms)))
}

/** Removes the pending commission of which nothing is expected any more. */
export async function removeRemainder(
  context: TransactionContext,
  deal: CommissionRow,
  reason: 'received' | 'closed',
): Promise<void> {
  context.post(context.tx.deleteFrom('commissions').where('id', '=', deal.id))
  await context.recordEvent({
    name: 'commission.removed',
    subjectId: deal.id,
    audience: ofPartner(deal.partner_id),
    before: { leadId: deal.lead_id, description: '', amountCents: deal.amount_cents },
    after: { reason },
  })
}

/** A payment that was recorded by mistake is expected again: the pending commission comes back at the rate of the signature. */
async function reopen(context: TransactionContext, money: LeadMoney, revenueCents: number): Promise<CommissionRow> {
  const [terms] = money.parts
  if (!terms) throw new Error(`the lead ${money.id} has no part to take its rate from`)
  const rate = Number(terms.commission_rate)
  const deal = await context.tx
    .insertInto('commissions')
    .values({
      id: newId(),
      partner_id: money.partnerId,
      lead_id: money.id,
      kind: 'deal',
      revenue_cents: revenueCents,
      commission_rate: terms.commission_rate,
      tier_name: terms.tier_name,
      tier_names: JSON.stringify(terms.tier_names),
      amount_cents: percentOf(revenueCents, rate),
      status: 'en_attente',
      created_at: context.now,
      rule_id: terms.rule_id,
      rule_version: terms.rule_version,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await context.recordEvent({
    name: 'commission.created',
    subjectId: deal.id,
    audience: ofPartner(money.partnerId),
    after: {
      leadId: money.id,
      description: '',
      revenueCents,
      commissionRate: rate,
      tierId: null,
      amountCents: deal.amount_cents,
    },
  })
  return deal
}
