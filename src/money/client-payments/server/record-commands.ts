import type * as z from 'zod/mini'
import { acceptBeforeMoney } from '#leads/registrations/server/answer-commands.ts'
import { payableBy } from '#money/commissions/domain.ts'
import type { CommissionRow } from '#money/commissions/server/commands.ts'
import { currentTier } from '#money/tiers/domain/tiers.ts'
import { allTiers, tierRevenue } from '#money/tiers/server/queries.ts'
import { isOneself } from '#platform/domain/actor.ts'
import { ofPartner } from '#platform/domain/audience.ts'
import { commissionAmount, formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseFieldUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay, noonOf } from '#platform/server/provider-calendar.ts'
import { personOf, type TransactionContext } from '#platform/server/transaction.ts'
import type { clientPaymentForm, recordOutcomes } from '../api/client-payments.ts'
import { aboveExpected, afterPayment } from '../domain/client-payments.ts'
import { amountOn, type ClientPaymentRow, type LeadMoney, lockOneLead, sameReference } from './lead-money.ts'
import { keepRemainder } from './remainder.ts'

export type ClientPaymentForm = z.output<typeof clientPaymentForm>

interface Recorded {
  readonly outcome: (typeof recordOutcomes)[number]
  readonly id: string
}

/**
 * Records a client's payment and validates its part of the lead's commission, at the rate of the signature. Repeated it changes
 * nothing. Refuses what `checkPayment` and `checkPreview` say.
 */
export async function recordClientPayment(context: TransactionContext, form: ClientPaymentForm): Promise<Recorded> {
  const money = await lockOneLead(context.tx, form.leadId)
  const earlier = checkPayment(context, money, form)
  if (earlier) return { outcome: 'repeated', id: earlier.id }
  await checkPreview(context, money, form)
  const { id } = await recordPart(context, money, form)
  return { outcome: 'recorded', id }
}

/**
 * A payment above the expected sum is recorded only by somebody who has seen what it makes and for whom. Refuses
 * `client_payment_above_expected` with the sums as facts.
 */
async function checkPreview(
  { tx }: TransactionContext,
  money: LeadMoney,
  { netCents, seenCommissionCents }: ClientPaymentForm,
): Promise<void> {
  const { expectedCents, receivedCents, partnerId, company } = money
  if (expectedCents === null) return
  const aboveCents = amountAboveExpected(money, netCents)
  const { commission_rate: rate } = termsOf(money)
  const commissionCents = commissionAmount(netCents, Number(rate))
  if (aboveCents === 0 || seenCommissionCents === commissionCents) return
  const partner = await tx.selectFrom('profiles').select('full_name').where('user_id', '=', partnerId).executeTakeFirstOrThrow()
  const expected = `${formatEurosExact(expectedCents)} expected, ${formatEurosExact(receivedCents)} received so far`
  throw new Refusal(
    'client_payment_above_expected',
    `${formatEurosExact(netCents)} is ${formatEurosExact(aboveCents)} more than is expected of ${company} (${expected}). ` +
      `It would validate a commission of ${formatEurosExact(commissionCents)} for ${partner.full_name}.`,
    { facts: { expectedCents, receivedCents, aboveCents, commissionCents, partner: partner.full_name } },
  )
}

/** How much more than is expected the client will have paid with a payment. */
export function amountAboveExpected({ expectedCents, receivedCents }: LeadMoney, netCents: number): number {
  return expectedCents === null ? 0 : aboveExpected({ expectedCents, receivedCents }, netCents)
}

/** The commission whose rate the lead's payments have. */
function termsOf(money: LeadMoney): CommissionRow {
  const terms = money.deal ?? money.parts[0]
  if (!terms) throw new Error(`the signed lead ${money.id} has no commission`)
  return terms
}

/**
 * The same payment recorded before, if there is one. Refuses `client_payment_differs` with both figures when its reference stands
 * for another one, `lead_not_signed`, `lead_has_settled_commission`, `lead_paid_by_hand`, `own_commission`, and `invalid_input`
 * for a day to come.
 */
export function checkPayment(
  { actor, now }: Pick<TransactionContext, 'actor' | 'now'>,
  money: LeadMoney,
  form: ClientPaymentForm,
): ClientPaymentRow | null {
  const earlier = money.payments.find((each) => each.kind === 'payment' && sameReference(each.reference, form.reference))
  if (earlier) return sameOrRefused(earlier, form)
  const today = isoDay(now, money.timeZone)
  refuseFieldUnless(form.receivedOn <= today, 'receivedOn', 'The day of the payment is still to come.')
  if (money.status !== 'signe')
    throw new Refusal('lead_not_signed', `${money.company} is not in Signé: move the lead there first.`)
  if (money.deal && money.deal.status !== 'en_attente') {
    throw new Refusal('lead_has_settled_commission', `The commission for ${money.company} was validated as a whole.`)
  }
  if (money.basis !== 'cash') {
    const why = `The commission for ${money.company} is validated by hand: let client payments make it due first.`
    throw new Refusal('lead_paid_by_hand', why)
  }
  if (isOneself(actor, money.partnerId)) {
    throw new Refusal('own_commission', 'This commission is your own: somebody else has to record what makes it due.')
  }
  return null
}

/** The earlier payment or refund if it is the same; refuses `client_payment_differs` otherwise. */
export function sameOrRefused(
  earlier: ClientPaymentRow,
  { netCents, receivedOn }: Pick<ClientPaymentForm, 'netCents' | 'receivedOn'>,
): ClientPaymentRow {
  if (earlier.net_cents === netCents && earlier.received_on === receivedOn) return earlier
  const [then, now] = [amountOn(earlier.net_cents, earlier.received_on), amountOn(netCents, receivedOn)]
  throw new Refusal(
    'client_payment_differs',
    `${earlier.reference} was recorded with ${then}, not ${now}. Nothing was changed.`,
    {
      facts: { recordedCents: earlier.net_cents, netCents },
    },
  )
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

/** The commission that a client's payment has earned, validated at once. */
function earnedRow(money: LeadMoney, payment: ClientPaymentRow, now: Date) {
  const { commission_rate, tier_name } = termsOf(money)
  return {
    id: newId(),
    partner_id: money.partnerId,
    lead_id: money.id,
    kind: 'payment',
    client_payment_id: payment.id,
    revenue_cents: payment.net_cents,
    commission_rate,
    tier_name,
    amount_cents: commissionAmount(payment.net_cents, Number(commission_rate)),
    status: 'valide',
    created_at: now,
    validated_at: now,
    payable_by: payableBy(noonOf(payment.received_on, money.timeZone)),
    // If the expected commission was held, its paid part is held too.
    held_reason: money.deal?.held_reason ?? null,
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
  const part: CommissionRow = { ...terms, ...values }
  const audience = ofPartner(money.partnerId)
  const amounts = { amountCents: part.amount_cents, reference, receivedOn }
  const tierAt = (revenueCents: number) => currentTier(tiers, revenueCents).id
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
