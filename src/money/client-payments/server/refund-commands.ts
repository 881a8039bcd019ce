import type * as z from 'zod/mini'
import { checkNotOwn } from '#money/commissions/server/commands.ts'
import { readRest, takeBack } from '#money/commissions/server/reversal-commands.ts'
import { ofPartner } from '#platform/domain/audience.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { personOf, type TransactionContext } from '#platform/server/transaction.ts'
import type { recordOutcomes, refundForm } from '../api/client-payments.ts'
import { afterRefund } from '../domain/client-payments.ts'
import { m } from '../messages/messages.ts'
import { type ClientPaymentRow, type LeadMoney, lockOneLead, sameReference } from './lead-money.ts'
import { sameOrRefused } from './record-commands.ts'
import { keepRemainder } from './remainder.ts'

/**
 * Records that a client got back a payment or a part of it: what the payment brought is taken back at its rate, as far as no
 * clawback has done so before, also when it was paid. Repeated it changes nothing. Refuses `refund_exceeds_payment`,
 * `client_payment_differs`, `own_commission`, and `invalid_input` for a day to come.
 */
export async function refundClientPayment(
  context: TransactionContext,
  paymentId: string,
  { reference, receivedOn, netCents, isExpectedAgain }: z.output<typeof refundForm>,
): Promise<{ outcome: (typeof recordOutcomes)[number]; id: string }> {
  const { tx, now } = context
  const row = await tx.selectFrom('client_payments').select('lead_id').where('id', '=', paymentId).executeTakeFirst()
  refuseUnless(row, 'not_found', m.noSuchPayment())
  const money = await lockOneLead(tx, row.lead_id)
  const payment = money.payments.find(({ id }) => id === paymentId)
  const part = money.parts.find((each) => each.client_payment_id === paymentId)
  refuseUnless(payment && part && money.expectedCents !== null, 'not_found', m.isARefund())
  const earlier = money.payments.find((each) => each.kind === 'refund' && sameReference(each.reference, reference))
  if (earlier) return { outcome: 'repeated', id: sameOrRefused(earlier, { netCents, receivedOn }).id }
  checkNotOwn(context, part)
  const today = isoDay(now, money.timeZone)
  refuseFieldUnless(receivedOn <= today, 'receivedOn', m.refundDayToCome())
  checkNotExceeded(money, payment, netCents)
  const id = newId()
  await tx
    .insertInto('client_payments')
    .values({
      id,
      lead_id: money.id,
      kind: 'refund',
      reference,
      received_on: receivedOn,
      net_cents: netCents,
      refunds_id: paymentId,
      recorded_by: personOf(context).userId,
      created_at: now,
    })
    .execute()
  const receipts = { expectedCents: money.expectedCents, receivedCents: money.receivedCents }
  await keepRemainder(context, money, afterRefund(receipts, netCents, isExpectedAgain), reference)
  const rest = await readRest(tx, part)
  const takenCents = Math.min(netCents, rest.revenueCents)
  const refund = { id, refund: reference, invoice: payment.reference }
  const amountCents =
    takenCents === 0 ? 0 : (await takeBack(context, part, rest, { revenueCents: takenCents, reason: '', refund })).amountCents
  await context.recordEvent({
    name: 'client_payment.refunded',
    subjectId: money.id,
    audience: ofPartner(money.partnerId),
    after: {
      clientPaymentId: id,
      reference,
      receivedOn,
      netCents,
      amountCents,
      refundsReference: payment.reference,
      isExpectedAgain,
    },
  })
  return { outcome: 'recorded', id }
}

/** Refuses `refund_exceeds_payment` where earlier refunds have left less of the payment. */
function checkNotExceeded({ payments }: LeadMoney, payment: ClientPaymentRow, netCents: number): void {
  const refunds = payments.filter((each) => each.refunds_id === payment.id)
  const leftCents = refunds.reduce((left, each) => left - each.net_cents, payment.net_cents)
  if (netCents <= leftCents) return
  const message = m.refundTooLarge({ leftCents: formatEurosExact(leftCents), reference: payment.reference })
  throw new Refusal('refund_exceeds_payment', message, { facts: { leftCents }, fields: [{ path: 'netCents', message }] })
}
