import type * as z from 'zod/mini'
import { ofPartner } from '#access/domain/audience.ts'
import type { bankPayment } from '#money/commissions/api/commission-forms.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { fieldRefusal, Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { isoDay, noonOf, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { livePayoutLineStates, type PayoutLineState } from '../domain/payout-lines.ts'
import { paidDayObstacle } from '../domain/payouts.ts'
import { m } from '../messages/messages.ts'
import { rejectPayouts, settlePayouts } from './settle-commands.ts'
import { checkNotOwnPayout, lockPayout, lockPayouts, type PayoutRow } from './step-commands.ts'

interface Paid {
  readonly ids: readonly string[]
  /** The sum that the caller saw. */
  readonly totalCents: number
  readonly payment?: z.output<typeof bankPayment> | undefined
}

interface LineMove {
  readonly from: readonly PayoutLineState[]
  readonly to: PayoutLineState
  readonly reasons?: string
}

/** Gives the transfers in bank files the new state of their payouts; payouts that were paid by hand have no transfer. */
function moveLines({ tx, now, post }: TransactionContext, payoutIds: readonly string[], { from, to, reasons }: LineMove): void {
  const moved = { state: to, changed_at: now, ...(reasons === undefined ? {} : { reasons, bank_reasons: null }) }
  post(tx.updateTable('payout_file_lines').set(moved).where('payout_id', 'in', payoutIds).where('state', 'in', from))
}

/** Marks payouts and their commissions as paid by one transfer, all or none. Refuses `payouts_changed` and `own_commission`. */
export async function payPayouts(context: TransactionContext, { ids, totalCents, payment }: Paid) {
  const uniqueIds = new Set(ids)
  const [rows, zone] = await Promise.all([lockPayouts(context, ids), providerZone(context.tx)])
  const fit = rows.filter(({ status }) => status === 'approved' || status === 'sent')
  const sum = fit.reduce((total, row) => total + row.total_cents, 0)
  if (fit.length !== uniqueIds.size || sum !== totalCents) {
    const why = m.payChanged({ count: fit.length, size: uniqueIds.size, sum: formatEurosExact(sum) })
    throw new Refusal('payouts_changed', why, {
      facts: { count: fit.length, totalCents: sum },
    })
  }
  for (const row of fit) checkNotOwnPayout(context, row)
  const { paidAt, paidOn } = paymentTime(fit, payment?.paidOn, context.now, zone)
  const reference = payment?.reference ?? ''
  await settlePayouts(
    context,
    fit.map((row) => ({ row, paidAt, paidOn, reference })),
  )
  moveLines(
    context,
    fit.map(({ id }) => id),
    { from: livePayoutLineStates, to: 'paid' },
  )
  return { count: fit.length, totalCents }
}

/** Refuses `invalid_input` for a day that has not come yet, and for one before a payout was issued. */
function paymentTime(
  rows: readonly PayoutRow[],
  day: string | undefined,
  now: Date,
  zone: string,
): { paidAt: Date; paidOn: string } {
  const today = isoDay(now, zone)
  if (day === undefined || day === today) return { paidAt: now, paidOn: today }
  for (const { reference, issued_at: issuedAt } of rows) {
    const message = paidDayObstacle(day, { reference, issuedOn: isoDay(issuedAt, zone) }, today)
    if (message !== null) throw fieldRefusal('payment.paidOn', message)
  }
  return { paidAt: noonOf(day, zone), paidOn: day }
}

/** Takes a transfer back that the bank refused or returned. Refuses `payout_step_impossible` and `own_commission`. */
export async function rejectPayout(context: TransactionContext, id: string, { reason }: { reason: string }): Promise<void> {
  const row = await lockPayout(context, id)
  checkNotOwnPayout(context, row)
  const isOut = row.status === 'sent' || row.status === 'paid'
  refuseUnless(isOut, 'payout_step_impossible', m.cannotComeBack({ reference: row.reference }))
  await rejectPayouts(context, [{ row, reason, bankReasons: null }])
  if (row.status === 'sent') moveLines(context, [id], { from: livePayoutLineStates, to: 'rejected', reasons: reason })
  else moveLines(context, [id], { from: ['paid'], to: 'returned', reasons: reason })
}

/** Lets a payout that came back be paid again. Refuses `payout_step_impossible` and `own_commission`. */
export async function retryPayout(context: TransactionContext, id: string): Promise<void> {
  const row = await lockPayout(context, id)
  checkNotOwnPayout(context, row)
  refuseUnless(row.status === 'rejected', 'payout_step_impossible', m.hasNotComeBack({ reference: row.reference }))
  await context.tx.updateTable('payouts').set({ status: 'approved' }).where('id', '=', id).execute()
  await context.recordEvent({
    name: 'payout.retried',
    subjectId: id,
    audience: ofPartner(row.partner_id),
    before: { status: row.status },
    after: { status: 'approved' },
  })
}
