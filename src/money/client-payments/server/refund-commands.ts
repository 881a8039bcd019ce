import type * as z from 'zod/mini'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import type { CommissionRow } from '#money/commissions/server/commands.ts'
import { readRest, takeBack } from '#money/commissions/server/reversal-commands.ts'
import type { FollowedRefund } from '#money/rules/domain/take-back.ts'
import { type MadeLine, recordFact } from '#money/rules/server/line-commands.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { recordOutcomes, refundForm } from '../api/client-payments.ts'
import { afterRefund, type Receipts } from '../domain/client-payments.ts'
import { m } from '../messages/messages.ts'
import { type ClientPaymentRow, type LeadMoney, lockOneLead, sameReference } from './lead-money.ts'
import { sameOrRefused } from './record-commands.ts'
import { keepExpected, keepRemainder } from './remainder.ts'

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
  const part = money.parts.find((each) => each.client_payment_id === paymentId)
  const isByRules = money.accounts.length > 0
  refuseUnless(payment?.kind === 'payment' && (part || isByRules) && money.expectedCents !== null, 'not_found', m.isARefund())
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
  const amountCents =
    part && !isByRules
      ? await takeBackPart(context, money, part, { netCents, after, refund })
      : await refundByRules(context, money, { paymentId, netCents, receivedOn, after, refund })
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

interface Refunded {
  readonly netCents: number
  readonly after: Receipts
  readonly refund: FollowedRefund & { readonly id: string }
}

/** What a refund takes back of the commission of its payment, as a negative amount. */
async function takeBackPart(
  context: TransactionContext,
  money: LeadMoney,
  part: CommissionRow,
  { netCents, after, refund }: Refunded,
): Promise<number> {
  await keepRemainder(context, money, after, refund.refund)
  const rest = await readRest(context.tx, part)
  const takenCents = Math.min(netCents, rest.revenueCents)
  if (takenCents === 0) return 0
  return (await takeBack(context, part, rest, { revenueCents: takenCents, reason: '', refund })).amountCents
}

/** The same under other rules than the specification's, for each of the lead's partners. */
async function refundByRules(
  context: TransactionContext,
  money: LeadMoney,
  { paymentId, receivedOn, netCents, after, refund }: Refunded & { readonly paymentId: string; readonly receivedOn: string },
): Promise<number> {
  keepExpected(context, money.id, after.expectedCents)
  const body = { paymentId, revenueCents: netCents }
  const made: MadeLine[] = []
  for (const account of money.accounts) {
    made.push(...(await recordFact(context, account, { leadId: money.id, kind: 'refunded', day: receivedOn, body }, { refund })))
  }
  // What another payment brings as the first one from now on is not taken back.
  return made.reduce((sum, { amountCents }) => sum + Math.min(0, amountCents), 0)
}

/** Refuses `refund_exceeds_payment` where earlier refunds have left less of the payment. */
function checkNotExceeded({ payments }: LeadMoney, payment: ClientPaymentRow, netCents: number): void {
  const refunds = payments.filter((each) => each.refunds_id === payment.id)
  const leftCents = refunds.reduce((left, each) => left - each.net_cents, payment.net_cents)
  if (netCents <= leftCents) return
  const message = m.refundTooLarge({ leftCents: formatEurosExact(leftCents), reference: payment.reference })
  throw new Refusal('refund_exceeds_payment', message, { facts: { leftCents }, fields: [{ path: 'netCents', message }] })
}
