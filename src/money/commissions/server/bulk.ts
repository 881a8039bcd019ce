import { acceptBeforeMoney } from '#leads/registrations/server/answer-commands.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { CommissionStatus } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { type CommissionRow, checkByHand, leadsOfCommissions, lockLeadsOf, oneAtATime, validateLocked } from './commands.ts'
import { type PaymentForm, payLocked, toPayment } from './payment-commands.ts'

interface Bulk {
  readonly ids: readonly string[]
  /** The sum that the caller saw. */
  readonly amountCents: number
}
interface Done {
  readonly count: number
  readonly amountCents: number
}

/** Validates several pending commissions, all or none. Refuses `commissions_changed` if they differ from what was seen. */
export async function validateCommissions(context: TransactionContext, bulk: Bulk): Promise<Done> {
  await acceptBeforeMoney(context, await leadsOfCommissions(context, bulk.ids))
  lockLeadsOf(context, bulk.ids)
  const rows = await lockAll(context, bulk, 'en_attente')
  await checkByHand(context, rows)
  for (const partnerId of new Set(rows.map((row) => row.partner_id))) await oneAtATime(context, partnerId)
  for (const row of rows) await validateLocked(context, row)
  return { count: rows.length, amountCents: bulk.amountCents }
}

/** Marks several validated commissions as paid by one transfer, all or none. Refuses `commissions_changed`. */
export async function payCommissions(context: TransactionContext, bulk: Bulk & { payment?: PaymentForm }): Promise<Done> {
  const payment = toPayment(bulk.payment, context.now, await providerZone(context.tx))
  const rows = await lockAll(context, bulk, 'valide')
  for (const row of rows) await payLocked(context, row, payment)
  return { count: rows.length, amountCents: bulk.amountCents }
}

/**
 * Locks all commissions first, then their partners in a fixed order, so that concurrent bulk calls and single validations
 * cannot deadlock. Rows are grouped by partner, oldest first.
 */
async function lockAll(
  { tx }: TransactionContext,
  { ids, amountCents }: Bulk,
  status: CommissionStatus,
): Promise<CommissionRow[]> {
  const uniqueIds = [...new Set(ids)]
  const rows = await tx.selectFrom('commissions').selectAll().where('id', 'in', uniqueIds).orderBy('id').forUpdate().execute()
  const fit = rows.filter(
    (row) =>
      row.status === status && (status === 'en_attente' || (row.held_reason === null && !row.disputed && row.payout_id === null)),
  )
  const sum = fit.reduce((total, row) => total + row.amount_cents, 0)
  if (fit.length !== uniqueIds.length || sum !== amountCents) {
    const now = { fit: fit.length, chosen: uniqueIds.length, sum: formatEurosExact(sum) }
    throw new Refusal('commissions_changed', m.commissionsChanged({ ...now, status }), {
      facts: { count: fit.length, amountCents: sum },
    })
  }
  const place = (row: CommissionRow) => `${row.partner_id} ${row.created_at.toISOString()} ${row.id}`
  return rows.sort((one, other) => (place(one) < place(other) ? -1 : 1))
}
