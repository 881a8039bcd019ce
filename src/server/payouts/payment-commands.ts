import type * as z from 'zod/mini'
import type { bankPayment } from '#api/commissions.ts'
import { formatEurosExact } from '#domain/money.ts'
import { Refusal, refuseUnless } from '#domain/refusal.ts'
import { isoDay, noonOf } from '../provider-calendar.ts'
import type { TransactionContext } from '../transaction.ts'
import type { PayoutRow } from './step-commands.ts'
import { checkNotOwnPayout, lockPayout, lockPayouts } from './step-commands.ts'

interface Paid {
  readonly ids: readonly string[]
  /** The sum that the caller saw. */
  readonly totalCents: number
  readonly payment?: z.output<typeof bankPayment> | undefined
}

const ofPartner = ({ partner_id }: PayoutRow) => ({ kind: 'partner', userId: partner_id }) as const

/** Marks payouts and their commissions as paid by one transfer, all or none. Refuses `payouts_changed` and `own_commission`. */
export async function payPayouts(context: TransactionContext, { ids, totalCents, payment }: Paid) {
  const { tx, now } = context
  const asked = new Set(ids)
  const fit = (await lockPayouts(context, ids)).filter(({ status }) => status === 'approved' || status === 'sent')
  const sum = fit.reduce((total, row) => total + row.total_cents, 0)
  if (fit.length !== asked.size || sum !== totalCents) {
    const why = `${fit.length} of ${asked.size} can be marked as paid now, for ${formatEurosExact(sum)}`
    throw new Refusal('payouts_changed', `These payouts have changed meanwhile: ${why}. Nothing was marked as paid.`, {
      facts: { count: fit.length, totalCents: sum },
    })
  }
  for (const row of fit) checkNotOwnPayout(context, row)
  const paidAt = paymentTime(payment?.paidOn, now)
  const reference = payment?.reference ?? ''
  const paid = { paid_at: paidAt, payment_reference: reference }
  const found = fit.map(({ id }) => id)
  await tx
    .updateTable('payouts')
    .set({ status: 'paid', ...paid })
    .where('id', 'in', found)
    .execute()
  context.post(
    tx
      .updateTable('commissions')
      .set({ status: 'paye', ...paid })
      .where('payout_id', 'in', found),
  )
  await context.recordEvents(
    fit.map((row) => ({
      name: 'payout.paid' as const,
      subjectId: row.id,
      audience: ofPartner(row),
      before: { status: row.status },
      after: { status: 'paid' as const, totalCents: row.total_cents, paidAt: paidAt.toISOString(), reference },
    })),
  )
  return { count: fit.length, totalCents }
}

/** Refuses `invalid_input` for a day that has not come yet. */
function paymentTime(day: string | undefined, now: Date): Date {
  const today = isoDay(now)
  if (day === undefined || day === today) return now
  if (day < today) return noonOf(day)
  const message = 'The day of the payment is still to come.'
  throw new Refusal('invalid_input', message, { fields: [{ path: 'payment.paidOn', message }] })
}

/** Takes a transfer back that the bank refused or returned. Refuses `payout_step_impossible` and `own_commission`. */
export async function rejectPayout(context: TransactionContext, id: string, { reason }: { reason: string }): Promise<void> {
  const { tx, now } = context
  const row = await lockPayout(context, id)
  checkNotOwnPayout(context, row)
  const isOut = row.status === 'sent' || row.status === 'paid'
  refuseUnless(isOut, 'payout_step_impossible', `${row.reference} cannot come back: it has not been sent or paid.`)
  const unpaid = { paid_at: null, payment_reference: '' }
  await tx
    .updateTable('payouts')
    .set({ status: 'rejected', rejected_at: now, reject_reason: reason, ...unpaid })
    .where('id', '=', id)
    .execute()
  context.post(
    tx
      .updateTable('commissions')
      .set({ status: 'valide', ...unpaid })
      .where('payout_id', '=', id)
      .where('status', '=', 'paye'),
  )
  await context.recordEvent({
    name: 'payout.rejected',
    subjectId: id,
    audience: ofPartner(row),
    before: { status: row.status },
    after: { status: 'rejected', totalCents: row.total_cents, reason },
  })
}

/** Lets a payout that came back be paid again. Refuses `payout_step_impossible` and `own_commission`. */
export async function retryPayout(context: TransactionContext, id: string): Promise<void> {
  const row = await lockPayout(context, id)
  checkNotOwnPayout(context, row)
  refuseUnless(row.status === 'rejected', 'payout_step_impossible', `${row.reference} has not come back.`)
  await context.tx.updateTable('payouts').set({ status: 'approved' }).where('id', '=', id).execute()
  await context.recordEvent({
    name: 'payout.retried',
    subjectId: id,
    audience: ofPartner(row),
    before: { status: row.status },
    after: { status: 'approved' },
  })
}
