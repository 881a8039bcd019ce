import type * as z from 'zod/mini'
import { ofPartner } from '#access/domain/audience.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { addByHand, correctLine, removeByHand } from '#money/rules/server/staff-commands.ts'
import { readStanding } from '#money/tiers/server/queries.ts'
import { basisPoints, formatEurosExact, percentText } from '#platform/domain/money.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { commissionForm, correctionForm } from '../api/commission-forms.ts'
import { m } from '../messages/messages.ts'
import { type CommissionRow, checkNotOwn, checkPending, lockCommission } from './commands.ts'

/** Adds a pending commission without a lead; the rate defaults to the one of the partner's current tier. */
export async function addCommission(context: TransactionContext, form: z.output<typeof commissionForm>): Promise<{ id: string }> {
  await requirePartner(context, form.partnerId)
  const { current } = await readStanding(context.tx, form.partnerId)
  const commissionRate = form.commissionRate ?? current?.commissionRate
  refuseFieldUnless(commissionRate !== undefined, 'commissionRate', m.rateWithoutTiers())
  const { description, revenueCents } = form
  return addByHand(context, form.partnerId, { description, revenueCents, commissionRate, tier: current })
}

/**
 * Corrects revenue and rate of a pending commission; the history keeps the old values. Refuses `commission_not_pending`,
 * `own_commission`, `commission_rate_frozen` once the client has paid a part, and `commissions_changed` if the values differ from
 * what the caller saw.
 */
export async function correctCommission(
  context: TransactionContext,
  id: string,
  { from, ...form }: z.output<typeof correctionForm>,
): Promise<void> {
  const row = await lockCommission(context, id)
  checkNotOwn(context, row)
  checkPending(row)
  const before = {
    revenueCents: row.revenue_cents,
    commissionRate: Number(row.commission_rate),
    amountCents: row.amount_cents,
  }
  if (form.revenueCents === before.revenueCents && form.commissionRate === before.commissionRate) return
  if (before.revenueCents !== from.revenueCents || basisPoints(before.commissionRate) !== basisPoints(from.commissionRate)) {
    const product = `${formatEurosExact(before.revenueCents)} × ${percentText(before.commissionRate)}`
    const why = m.correctedMeanwhile({ product, amount: formatEurosExact(before.amountCents) })
    throw new Refusal('commissions_changed', why, { facts: { amountCents: before.amountCents } })
  }
  await correctExpected(context, row, form)
  await correctLine(context, row, form)
}

/** More or less is expected of a client who has paid a part; the rate is the one of the parts. */
async function correctExpected(
  { tx }: TransactionContext,
  row: CommissionRow,
  after: { revenueCents: number; commissionRate: number },
): Promise<void> {
  // Elsewhere the rule says what the client's payments bring.
  if (row.kind !== 'deal' || row.lead_id === null || row.reason) return
  const terms = tx.selectFrom('lead_terms').select('expected_cents').where('lead_id', '=', row.lead_id)
  const expected = (await terms.executeTakeFirst())?.expected_cents ?? null
  if (expected === null) return
  const isSameRate = basisPoints(after.commissionRate) === basisPoints(Number(row.commission_rate))
  refuseUnless(
    isSameRate && after.revenueCents > 0,
    'commission_rate_frozen',
    isSameRate ? m.nothingMoreExpected() : m.rateFrozen(),
  )
  await tx
    .updateTable('lead_terms')
    .set({ expected_cents: expected + after.revenueCents - row.revenue_cents })
    .where('lead_id', '=', row.lead_id)
    .execute()
}

/**
 * Removes a pending commission that was added by hand. Refuses `commission_of_lead`, `commission_not_pending`, `own_commission`
 * and `commission_disputed`.
 */
export async function removeCommission(context: TransactionContext, id: string): Promise<void> {
  const row = await lockCommission(context, id)
  checkNotOwn(context, row)
  refuseUnless(row.kind === 'manual', 'commission_of_lead', m.goesWithLead())
  checkPending(row)
  refuseUnless(!row.disputed, 'commission_disputed', m.answerDisputeFirst())
  const removed = await context.tx.deleteFrom('commissions').where('id', '=', id).executeTakeFirst()
  if (removed.numDeletedRows !== 1n) throw new Refusal('not_found', m.commissionGone())
  await removeByHand(context, row)
  await context.recordEvent({
    name: 'commission.removed',
    subjectId: id,
    audience: ofPartner(row.partner_id),
    before: { leadId: null, description: row.description, amountCents: row.amount_cents },
    after: { reason: 'removed' },
  })
}
