import type * as z from 'zod/mini'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { recordForEach } from '#money/rules/server/line-commands.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { recordOutcomes, refundForm } from '../api/client-payments.ts'
import { afterRefund } from '../domain/client-payments.ts'
import { m } from '../messages/messages.ts'
import { type ClientPaymentRow, type LeadMoney, lockOneLead, sameReference } from './lead-money.ts'
import { sameOrRefused } from './record-commands.ts'
import { keepExpected, remainderFact } from './remainder.ts'

/**
 * Records that a client got back a payment or a part of it: what the payment brought is taken back at its rate, as far as no
 * clawback has done so before, also when it was paid. Repeated it changes nothing. Refuses `refund_exceeds_payment`,
 * `client_payment_differs`, `own_commission`, and `invalid_input` for a day to come or before that of the
 * payment.
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
  refuseUnless(payment?.kind === 'payment' && money.expectedCents !== null, 'not_found', m.isARefund())
  const earlier = money.payments.find((each) => each.kind === 'refund' && sameReference(each.reference, reference))
  if (earlier) return { outcome: 'repeated', id: sameOrRefused(earlier, { netCents, receivedOn }).id }
  refuseUnless(!isOwnPartner(context.actor, money.partnerId), 'own_commission', m.ownCommission())
  const today = isoDay(now, money.timeZone)
  refuseFieldUnless(receivedOn <= today, 'receivedOn', m.refundDayToCome())
  const paidOn = payment.received_on
  refuseFieldUnless(receivedOn >= paidOn, 'receivedOn', m.refundBeforePayment({ day: dayText(paidOn) }))
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
  const refund = { id, refund: reference, invoice: payment.reference }
  const after = afterRefund(receipts, netCents, isExpectedAgain)
  keepExpected(context, money, after.expectedCents)
  const body = { paymentId, revenueCents: netCents, ...remainderFact(money, after) }
  const fact = { leadId: money.id, kind: 'refunded', day: receivedOn, body } as const
  const made = await recordForEach(context, money.accounts, fact, { refund })
  // What another payment brings as the first one from now on is not taken back.
  const amountCents = made.reduce((sum, each) => sum + Math.min(0, each.amountCents), 0)
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
