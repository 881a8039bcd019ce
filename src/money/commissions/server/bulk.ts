import { acceptBeforeMoney } from '#leads/registrations/server/answer-commands.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { CommissionStatus } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { type CommissionRow, checkByHand, leadsOfCommissions, lockLeadsOf, oneAtATime, validateLocked } from './commands.ts'
import { checkWithOriginals, type PaymentForm, payLocked, toPayment } from './payment-commands.ts'
import { checkTogether, type Together, togetherOf } from './together.ts'

interface Bulk {
  readonly ids: readonly string[]
  /** The sum that the caller saw. */
  readonly amountCents: number
}

/**
 * Validates several pending commissions, all or none, with the other lines of their leads. Refuses `commissions_changed` if
 * another sum becomes valid than was seen.
 */
export async function validateCommissions(context: TransactionContext, bulk: Bulk): Promise<Together> {
  await acceptBeforeMoney(context, await leadsOfCommissions(context, bulk.ids))
  lockLeadsOf(context, bulk.ids)
  const rows = await lockAll(context, bulk.ids, 'en_attente')
  await checkByHand(context, rows)
  for (const partnerId of new Set(rows.map((row) => row.partner_id))) await oneAtATime(context, partnerId)
  const valid: { readonly amount_cents: number }[] = []
  for (const row of rows) valid.push(...(await validateLocked(context, row)))
  const done = togetherOf(valid)
  checkTogether(done, bulk.amountCents, rows.length)
  return done
}

/**
 * Marks several validated commissions as paid by one transfer, all or none. Refuses `commissions_changed` and
 * `commission_held`.
 */
export async function payCommissions(context: TransactionContext, bulk: Bulk & { payment?: PaymentForm }): Promise<Together> {
  const payment = toPayment(bulk.payment, context.now, await providerZone(context.tx))
  const rows = await lockAll(context, bulk.ids, 'valide', bulk.amountCents)
  await checkWithOriginals(context, rows)
  for (const row of rows) await payLocked(context, row, payment)
  return togetherOf(rows)
}

/**
 * Locks all commissions first, then their partners in a fixed order, so that concurrent bulk calls and single validations
 * cannot deadlock. Rows are grouped by partner, oldest first. Refuses `commissions_changed` if one of them is in no such
 * state, or their sum is another than was seen.
 */
async function lockAll(
  { tx }: TransactionContext,
  ids: readonly string[],
  status: CommissionStatus,
  seenCents?: number,
): Promise<CommissionRow[]> {
  const uniqueIds = [...new Set(ids)]
  const rows = await tx.selectFrom('commissions').selectAll().where('id', 'in', uniqueIds).orderBy('id').forUpdate().execute()
  const fit = rows.filter(
    (row) =>
      row.status === status && (status === 'en_attente' || (row.held_reason === null && !row.disputed && row.payout_id === null)),
  )
  const together = togetherOf(fit)
  if (fit.length !== uniqueIds.length || together.amountCents !== (seenCents ?? together.amountCents)) {
    const now = { fit: fit.length, chosen: uniqueIds.length, sum: formatEurosExact(together.amountCents) }
    throw new Refusal('commissions_changed', m.commissionsChanged({ ...now, status }), { facts: { ...together } })
  }
  const place = (row: CommissionRow) => `${row.partner_id} ${row.created_at.toISOString()} ${row.id}`
  return rows.sort((one, other) => (place(one) < place(other) ? -1 : 1))
}
