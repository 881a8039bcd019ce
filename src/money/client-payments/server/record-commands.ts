import { type Actor, isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { acceptBeforeMoney } from '#leads/registrations/server/answer-commands.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { payableBy } from '#money/rules/domain/calendar.ts'
import { recordForEach } from '#money/rules/server/line-commands.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { Refusal, refuseFieldUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay, noonOf } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { ClientPaymentForm, recordOutcomes } from '../api/client-payments.ts'
import { afterPayment, earliestPayment, type PaymentObstacle, paymentObstacle } from '../domain/client-payments.ts'
import { m } from '../messages/messages.ts'
import { amountOn, type ClientPaymentRow, type LeadMoney, lockOneLead, sameReference } from './lead-money.ts'
import { checkSeen } from './questions.ts'
import { keepExpected, remainderFact } from './remainder.ts'

interface Recorded {
  readonly outcome: (typeof recordOutcomes)[number]
  readonly id: string
}

/**
 * Records a client's payment and validates its part of the lead's commission, at the rate of the signature. Repeated it changes
 * nothing. Refuses what `checkPayment` and `checkSeen` say.
 */
export async function recordClientPayment(context: TransactionContext, form: ClientPaymentForm): Promise<Recorded> {
  const money = await lockOneLead(context.tx, form.leadId)
  const earlier = checkPayment(context, money, form)
  if (earlier) return { outcome: 'repeated', id: earlier.id }
  await checkSeen(context, money, form)
  const { id } = await recordPart(context, money, form)
  return { outcome: 'recorded', id }
}

/**
 * The same payment recorded before, if there is one. Refuses `client_payment_differs` with both figures when its reference stands
 * for another one, `lead_not_signed`, `lead_has_settled_commission`, `lead_paid_by_hand`, `own_commission`, and `invalid_input`
 * for a day to come, or more than a year before the signature.
 */
export function checkPayment(
  { actor, now }: Pick<TransactionContext, 'actor' | 'now'>,
  money: LeadMoney,
  form: ClientPaymentForm,
): ClientPaymentRow | null {
  const earlier = money.payments.find((each) => each.kind === 'payment' && sameReference(each.reference, form.reference))
  if (earlier) return sameOrRefused(earlier, form)
  const today = isoDay(now, money.timeZone)
  refuseFieldUnless(form.receivedOn <= today, 'receivedOn', m.paymentDayToCome())
  const obstacle = obstacleOf(actor, money)
  if (obstacle) throw refusalOf(obstacle, money.company)
  const { signedOn } = money
  if (signedOn)
    refuseFieldUnless(
      form.receivedOn >= earliestPayment(signedOn),
      'receivedOn',
      m.paymentTooEarly({ signedOn: dayText(signedOn) }),
    )
  return null
}

/** Why the caller cannot record payments of a lead's client; null if they can. */
export function obstacleOf(actor: Actor, { status, deal, basis, partnerId }: LeadMoney): PaymentObstacle | null {
  const isSettled = deal !== null && deal.status !== 'en_attente'
  return paymentObstacle({ isSigned: status === wonStage, isSettled, basis, isOwn: isOwnPartner(actor, partnerId) })
}

function refusalOf(obstacle: PaymentObstacle, company: string): Refusal {
  switch (obstacle) {
    case 'not_signed':
      return new Refusal('lead_not_signed', m.leadNotSigned({ company }))
    case 'settled':
      return new Refusal('lead_has_settled_commission', m.validatedWhole({ company }))
    case 'by_hand':
      return new Refusal('lead_paid_by_hand', m.validatedByHand({ company }))
    case 'own':
      return new Refusal('own_commission', m.ownCommission())
  }
}

/** The earlier payment or refund if it is the same; refuses `client_payment_differs` otherwise. */
export function sameOrRefused(
  earlier: ClientPaymentRow,
  { netCents, receivedOn }: Pick<ClientPaymentForm, 'netCents' | 'receivedOn'>,
): ClientPaymentRow {
  if (earlier.net_cents === netCents && earlier.received_on === receivedOn) return earlier
  const [recorded, now] = [amountOn(earlier.net_cents, earlier.received_on), amountOn(netCents, receivedOn)]
  throw new Refusal('client_payment_differs', m.recordedDifferently({ reference: earlier.reference, recorded, now }), {
    facts: { recordedCents: earlier.net_cents, netCents },
  })
}

/** What a credit of the bank adds to a payment: the invoice that it named, and the amount received with VAT. */
export interface PaidInvoice {
  readonly invoiceId: string
  readonly totalCents: number
}

function paymentRow(
  context: TransactionContext,
  leadId: string,
  { reference, receivedOn, netCents }: Omit<ClientPaymentForm, 'leadId'>,
  credit: PaidInvoice | null,
): ClientPaymentRow {
  return {
    id: newId(),
    lead_id: leadId,
    kind: 'payment',
    reference,
    received_on: receivedOn,
    net_cents: netCents,
    refunds_id: null,
    recorded_by: personOf(context).userId,
    created_at: context.now,
    client_invoice_id: credit?.invoiceId ?? null,
    total_cents: credit?.totalCents ?? null,
  }
}

/** By when the commission of a payment is payable, from its day on. */
export const payableSince = ({ timeZone }: LeadMoney, receivedOn: string): Date => payableBy(noonOf(receivedOn, timeZone))

/**
 * Writes a payment that was checked, of a lead that is locked with its partners: what it brings each of them is their rule's to
 * say. The lead as it is afterwards.
 */
export async function recordPart(
  context: TransactionContext,
  money: LeadMoney,
  form: Omit<ClientPaymentForm, 'leadId'>,
  credit: PaidInvoice | null = null,
): Promise<{ id: string; commissionCents: number; money: LeadMoney }> {
  const { tx } = context
  if (money.expectedCents === null) throw new Error(`nothing is expected of the signed lead ${money.id}`)
  await acceptBeforeMoney(context, [money.id])
  const { reference, receivedOn, netCents } = form
  const payment = paymentRow(context, money.id, form, credit)
  context.post(tx.insertInto('client_payments').values(payment))
  const receipts = afterPayment({ expectedCents: money.expectedCents, receivedCents: money.receivedCents }, netCents)
  keepExpected(context, money, receipts.expectedCents)
  const note = { payment: { id: payment.id, reference, receivedOn, payableBy: payableSince(money, receivedOn) } }
  const body = { paymentId: payment.id, revenueCents: netCents, ...remainderFact(money, receipts) }
  const made = await recordForEach(context, money.accounts, { leadId: money.id, kind: 'paid', day: receivedOn, body }, note)
  const commissionCents = made.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const commissionId = made.find(({ clientPaymentId }) => clientPaymentId === payment.id)?.id ?? null
  await context.recordEvent({
    name: 'client_payment.recorded',
    subjectId: money.id,
    audience: ofPartner(money.partnerId),
    after: { amountCents: commissionCents, reference, receivedOn, clientPaymentId: payment.id, netCents, commissionId },
  })
  const after = { ...money, ...receipts, payments: [...money.payments, payment] }
  return { id: payment.id, commissionCents, money: { ...after, basis: 'cash', ...(!money.hasOwnBasis && { ownBasis: 'cash' }) } }
}
