import type * as z from 'zod/mini'
import { ofPartner } from '#access/domain/audience.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { isoDay, noonOf, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { bankPayment } from '../api/commission-forms.ts'
import { m } from '../messages/messages.ts'
import { type CommissionRow, checkInNoPayout, checkNotOwn, lockCommission, notBefore } from './commands.ts'

/** Day and reference of a payment; null or without a day: today. */
export type PaymentForm = z.output<typeof bankPayment> | null | undefined

/** A payment as it is recorded; without a day it is made now. */
interface Payment {
  readonly paidAt: Date | null
  readonly reference: string
}

/** Refuses `invalid_input` for a day that has not come yet. */
export function toPayment(form: PaymentForm, now: Date, zone: string): Payment {
  const reference = form?.reference ?? ''
  const today = isoDay(now, zone)
  const day = form?.paidOn ?? today
  refuseFieldUnless(day <= today, 'paidOn', m.paymentDayToCome())
  return { paidAt: day === today ? null : noonOf(day, zone), reference }
}

/** What takes back from a commission is paid with it, no earlier. Refuses `commission_held`. */
export async function checkWithOriginals({ tx }: TransactionContext, rows: readonly CommissionRow[]): Promise<void> {
  const paid = new Set(rows.map(({ id }) => id))
  const originals = rows.flatMap(({ reverses_id: id }) => (id === null || paid.has(id) ? [] : id))
  if (originals.length === 0) return
  const unpaid = tx.selectFrom('commissions').select('id').where('id', 'in', originals).where('status', '=', 'valide')
  const first = await unpaid.where('payout_id', 'is', null).executeTakeFirst()
  refuseUnless(!first, 'commission_held', m.clawbackBeforeCommission())
}

/** Validated -> paid. Refuses `commission_not_validated`, `commission_held`, `commission_disputed` and `own_commission`. */
export async function payCommission(context: TransactionContext, id: string, form: PaymentForm): Promise<void> {
  const [row, zone] = await Promise.all([lockCommission(context, id), providerZone(context.tx)])
  if (row.status !== 'valide') {
    const why = row.status === 'paye' ? m.alreadyPaid() : m.notValidatedYet({ amount: formatEurosExact(row.amount_cents) })
    throw new Refusal('commission_not_validated', why, { facts: { status: row.status } })
  }
  await checkInNoPayout(context, row)
  if (row.held_reason !== null) {
    throw new Refusal('commission_held', m.commissionHeld({ reason: row.held_reason }))
  }
  if (row.disputed) {
    throw new Refusal('commission_disputed', m.commissionDisputed())
  }
  await checkWithOriginals(context, [row])
  await payLocked(context, row, toPayment(form, context.now, zone))
}

/** Marks a validated commission as paid whose row is locked. Refuses `own_commission`. */
export async function payLocked(context: TransactionContext, row: CommissionRow, payment: Payment): Promise<void> {
  checkNotOwn(context, row)
  const { reference } = payment
  const paidAt = payment.paidAt ?? notBefore(context.now, row.validated_at)
  await context.tx
    .updateTable('commissions')
    .set({ status: 'paye', paid_at: paidAt, payment_reference: reference })
    .where('id', '=', row.id)
    .execute()
  await context.recordEvent({
    name: 'commission.paid',
    subjectId: row.id,
    audience: ofPartner(row.partner_id),
    before: { status: 'valide' },
    after: { status: 'paye', amountCents: row.amount_cents, paidAt: paidAt.toISOString(), reference },
  })
}
