import { type Actor, isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { acceptBeforeMoney } from '#leads/registrations/server/answer-commands.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import type { CommissionRow } from '#money/commissions/server/commands.ts'
import { payableBy } from '#money/rules/domain/calendar.ts'
import { type MadeLine, recordFact } from '#money/rules/server/line-commands.ts'
import { currentTier } from '#money/tiers/domain/tiers.ts'
import { allTiers, tierRevenue } from '#money/tiers/server/queries.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { percentOf } from '#platform/domain/money.ts'
import { Refusal, refuseFieldUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay, noonOf } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { ClientPaymentForm, recordOutcomes } from '../api/client-payments.ts'
import { afterPayment, earliestPayment, type PaymentObstacle, paymentObstacle } from '../domain/client-payments.ts'
import { m } from '../messages/messages.ts'
import { amountOn, type ClientPaymentRow, type LeadMoney, lockOneLead, sameReference } from './lead-money.ts'
import { checkSeen } from './questions.ts'
import { keepRemainder } from './remainder.ts'
import { termsOf } from './what-it-brings.ts'

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

/** The commission that a client's payment has earned, validated at once. */
function earnedRow(money: LeadMoney, payment: ClientPaymentRow, now: Date) {
  const { commission_rate, tier_name, tier_names, rule_id, rule_version } = termsOf(money)
  return {
    id: newId(),
    partner_id: money.partnerId,
    lead_id: money.id,
    kind: 'payment',
    client_payment_id: payment.id,
    revenue_cents: payment.net_cents,
    commission_rate,
    tier_name,
    tier_names: JSON.stringify(tier_names),
    amount_cents: percentOf(payment.net_cents, Number(commission_rate)),
    status: 'valide',
    created_at: now,
    validated_at: now,
    payable_by: payableSince(money, payment.received_on),
    // If the expected commission was held, its paid part is held too.
    held_reason: money.deal?.held_reason ?? null,
    rule_id,
    rule_version,
  } as const
}

/**
 * Writes a payment that was checked, of a lead that is locked with its partner; the lead as it is afterwards. Of what is written
 * nothing is read back, so that a file's payments take one round trip each.
 */
export async function recordPart(
  context: TransactionContext,
  money: LeadMoney,
  form: Omit<ClientPaymentForm, 'leadId'>,
  credit: PaidInvoice | null = null,
): Promise<{ id: string; commissionCents: number; money: LeadMoney }> {
  const { tx, now, post } = context
  if (money.accounts.length > 0) return recordByRules(context, money, form, credit)
  const terms = termsOf(money)
  if (money.expectedCents === null) throw new Error(`nothing is expected of the signed lead ${money.id}`)
  await acceptBeforeMoney(context, [money.id])
  const [tiers, revenueBefore] = await Promise.all([allTiers(tx), tierRevenue(tx, money.partnerId)])
  const { reference, receivedOn, netCents } = form
  const payment = paymentRow(context, money.id, form, credit)
  post(tx.insertInto('client_payments').values(payment))
  const receipts = afterPayment({ expectedCents: money.expectedCents, receivedCents: money.receivedCents }, netCents)
  // The pending commission before the validated one, as a validation does: kept sums are locked in this order.
  const deal = await keepRemainder(context, money, receipts, reference)
  const rate = Number(terms.commission_rate)
  const values = earnedRow(money, payment, now)
  post(tx.insertInto('commissions').values(values))
  const part: CommissionRow = { ...terms, ...values, tier_names: terms.tier_names }
  const audience = ofPartner(money.partnerId)
  const amounts = { amountCents: part.amount_cents, reference, receivedOn }
  const tierAt = (revenueCents: number) => currentTier(tiers, revenueCents)?.id ?? null
  await context.recordEvents([
    {
      name: 'client_payment.recorded',
      subjectId: money.id,
      audience,
      after: { ...amounts, clientPaymentId: payment.id, netCents, commissionId: part.id },
    },
    {
      name: 'commission.earned',
      subjectId: part.id,
      audience,
      before: { tierId: tierAt(revenueBefore) },
      after: {
        ...amounts,
        leadId: money.id,
        revenueCents: netCents,
        commissionRate: rate,
        tierId: tierAt(revenueBefore + netCents),
      },
    },
  ])
  return {
    id: payment.id,
    commissionCents: part.amount_cents,
    money: {
      ...money,
      ...receipts,
      basis: 'cash',
      ownBasis: 'cash',
      deal,
      parts: [...money.parts, part],
      payments: [...money.payments, payment],
    },
  }
}

/** The same under other rules than the specification's: what a payment brings each of the lead's partners is theirs to say. */
async function recordByRules(
  context: TransactionContext,
  money: LeadMoney,
  form: Omit<ClientPaymentForm, 'leadId'>,
  credit: PaidInvoice | null,
): Promise<{ id: string; commissionCents: number; money: LeadMoney }> {
  const { tx } = context
  if (money.expectedCents === null) throw new Error(`nothing is expected of the signed lead ${money.id}`)
  await acceptBeforeMoney(context, [money.id])
  const { reference, receivedOn, netCents } = form
  const payment = paymentRow(context, money.id, form, credit)
  await tx.insertInto('client_payments').values(payment).execute()
  const note = { payment: { id: payment.id, reference, receivedOn, payableBy: payableSince(money, receivedOn) } }
  const body = { paymentId: payment.id, revenueCents: netCents }
  const made: MadeLine[] = []
  for (const account of money.accounts) {
    made.push(...(await recordFact(context, account, { leadId: money.id, kind: 'paid', day: receivedOn, body }, note)))
  }
  const commissionCents = made.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const commissionId = made.find(({ clientPaymentId }) => clientPaymentId === payment.id)?.id ?? null
  await context.recordEvent({
    name: 'client_payment.recorded',
    subjectId: money.id,
    audience: ofPartner(money.partnerId),
    after: { amountCents: commissionCents, reference, receivedOn, clientPaymentId: payment.id, netCents, commissionId },
  })
  const receipts = afterPayment({ expectedCents: money.expectedCents, receivedCents: money.receivedCents }, netCents)
  return { id: payment.id, commissionCents, money: { ...money, ...receipts, payments: [...money.payments, payment] } }
}
