import * as z from 'zod/mini'
import { clientPaymentKinds, commissionBases } from '#money/commissions/domain.ts'
import { filterOf, sortedList, sortedPageOf } from '#platform/api/list.ts'
import { periodQuery } from '#platform/api/period.ts'
import { route } from '#platform/api/route.ts'
import {
  cents,
  centsSum,
  count,
  id,
  idParams,
  optionalText,
  page,
  percent,
  personName,
  searchText,
  text,
  time,
} from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { maxCents } from '#platform/domain/money.ts'
import { amountMessages } from '#platform/domain/typed-amounts.ts'
import { maxReferenceLength, paymentObstacles } from '../domain/client-payments.ts'
import { m } from '../messages/messages.ts'

const basis = z.enum(commissionBases)

/** A payment of a client, or a refund of one, with what it brought to the partner. */
export const clientPayment = z.object({
  id,
  kind: z.enum(clientPaymentKinds),
  lead: z.object({ id, name: z.string(), company: z.string() }),
  partner: personName,
  /** Number of the client's invoice, or of the credit note. */
  reference: z.string(),
  /** Day of the payment, or of the refund: '2026-11-22'. */
  receivedOn: z.iso.date(),
  /** Net of VAT; always positive. */
  netCents: cents(),
  /** Reference of the payment that a refund gives back; null for a payment. */
  refundsReference: z.nullable(z.string()),
  /** The commission that it brought; negative for a refund, 0 where nothing was left to take back. */
  commissionCents: centsSum,
  /** By when that commission is payable; null for a refund. */
  payableBy: z.nullable(time),
  /** What refunds have left of a payment; 0 for a refund. */
  refundableCents: cents(),
  recordedAt: time,
  /** Who recorded it; null when a partner asks. */
  recordedBy: z.nullable(z.string()),
})
export type ClientPayment = z.infer<typeof clientPayment>

/** The client payments of one lead, and what is still expected. */
export const leadReceipts = z.object({
  /** What makes the lead's commission due. */
  basis,
  /** Signed under another rule than the specification's, which says what a payment brings. */
  isByRules: z.boolean(),
  /** Set for this lead; null: as the programme says. */
  ownBasis: z.nullable(basis),
  /** As the programme says. */
  programmeBasis: basis,
  /** What the client is to pay in all, net of VAT; null while not signed, or when the commission was validated as a whole. */
  expectedCents: z.nullable(cents()),
  /** Payments less refunds. */
  receivedCents: cents(),
  /** Payments alone. */
  paidCents: cents(),
  /** What is still to come, and the commission that it will bring. */
  remainder: z.nullable(z.object({ revenueCents: cents(), amountCents: cents() })),
  /** Commissions that the payments brought, less what refunds took back. */
  commissionCents: centsSum,
  /** Newest first. */
  payments: z.array(clientPayment),
  /** Why staff cannot record a payment; null if they can, and for partners. */
  obstacle: z.nullable(z.enum(paymentObstacles)),
  /** Whether staff can record that the client has left: its commission rule takes back the months that are not over. */
  clientMayLeave: z.boolean(),
  /** Partners who earn on the client's payments no more, and the last day of which they do. Partners see themselves. */
  ended: z.array(z.object({ partner: personName, on: z.iso.date() })),
  can: z.object({ record: z.boolean(), refund: z.boolean(), close: z.boolean(), changeBasis: z.boolean() }),
})
export type LeadReceipts = z.infer<typeof leadReceipts>

/** A signed lead, for choosing the one whose client has paid. */
const payableLead = z.object({
  id,
  name: z.string(),
  company: z.string(),
  partner: personName,
  /** Why no payment can be recorded for it; null if one can. */
  obstacle: z.nullable(z.enum(paymentObstacles)),
  /** What the client is to pay in all and has paid, net of VAT; null where nothing is expected. */
  expectedCents: z.nullable(cents()),
  receivedCents: cents(),
})
export type PayableLead = z.infer<typeof payableLead>

/** What recording a payment would do, by the rule that records it. */
const clientPaymentPreview = z.object({
  /** `repeated` was recorded before, with the same amount and day. */
  outcome: z.enum(['ready', 'repeated', 'refused']),
  /**
   * Why it is refused. Of one that is `ready` what is asked before it is recorded, with `seenCommissionCents`: that it is more
   * than is expected, or of a day before the signature.
   */
  message: z.nullable(z.string()),
  /** What its day means: that the client had left, or that the lead's partner earns nothing on it. */
  note: z.nullable(z.string()),
  partner: personName,
  /** The commission that it brings, or has brought; 0 if it is refused. */
  commissionCents: centsSum,
  ratePercent: z.nullable(percent),
  payableBy: z.nullable(time),
  /** How much more than was expected the client will have paid. */
  aboveCents: centsSum,
  /** What is still expected afterwards. */
  remainderCents: centsSum,
})
export type ClientPaymentPreview = z.infer<typeof clientPaymentPreview>

const receivedOn = z.iso.date({ error: m.paymentDayMissing })
const reference = text(1, maxReferenceLength, m.referenceMissing, () => m.numberTooLong({ max: maxReferenceLength }))
const netCents = typedCents(amountMessages(m.theAmount)).check(z.minimum(1, { error: m.amountNotPositive }))

export const clientPaymentForm = z.strictObject({
  leadId: z.uuid({ error: m.leadMissing }),
  reference,
  receivedOn,
  netCents,
  /**
   * The commission that a payment above the expected sum, or of a day before the signature, makes, as the caller has seen it; not
   * needed for any other payment.
   */
  seenCommissionCents: z.optional(centsSum),
})
export type ClientPaymentForm = z.output<typeof clientPaymentForm>
export const refundForm = z.strictObject({
  reference,
  receivedOn,
  netCents,
  /** The payment was recorded by mistake: the amount is still to come. Otherwise it has gone back for good. */
  isExpectedAgain: z._default(z.boolean(), false),
})
/** `remainderCents` is what the caller saw: a payment that has come in meanwhile is told. */
export const remainderForm = z.strictObject({ reason: text(2, 200, m.reasonMissing), remainderCents: cents() })
export const basisForm = z.strictObject({ basis: z.nullable(basis) })

export const clientPaymentList = sortedList({
  filters: {
    kind: z.optional(z.enum(clientPaymentKinds)),
    partnerId: z.optional(id),
    /** Matches the reference, the lead's name and company, and the partner. */
    search: searchText,
    /** Days on which the client paid or was refunded. */
    ...periodQuery,
  },
  sorts: ['received', 'partner', 'lead', 'amount'],
  usual: '-received',
})

/** What became of a payment: `repeated` was recorded before, with the same amount and day, and changed nothing. */
export const recordOutcomes = ['recorded', 'repeated'] as const
const recorded = z.object({ outcome: z.enum(recordOutcomes), payment: clientPayment })

export const clientPaymentRoutes = {
  listClientPayments: route('GET', '/client-payments', {
    summary: 'Payments of clients and their refunds, latest first unless sorted: of a partner’s own leads, or all for staff',
    who: 'unlocked',
    ability: 'money',
    scope: 'client_payments:read',
    query: sortedPageOf(clientPaymentList),
    returns: page(clientPayment),
  }),
  clientPaymentSummary: route('GET', '/client-payments/summary', {
    summary:
      'Count and sums of payments and refunds, and of the commissions that they brought; what staff have taken back of these ' +
      'by hand is not taken off',
    who: 'unlocked',
    ability: 'money',
    scope: 'client_payments:read',
    query: filterOf(clientPaymentList),
    returns: z.object({
      payments: count,
      refunds: count,
      paidCents: centsSum,
      refundedCents: centsSum,
      /** Commissions of the payments less what the refunds took back. */
      commissionCents: centsSum,
    }),
  }),
  clientPaymentsCsv: route('GET', '/client-payments.csv', {
    summary: 'Payments of clients as CSV, with the filters of the list',
    who: 'unlocked',
    ability: 'money',
    scope: 'client_payments:read',
    transaction: 'own',
    ownership: 'rowSecurity',
    query: filterOf(clientPaymentList),
    answer: 'csv',
    heavy: true,
  }),
  leadReceipts: route('GET', '/leads/:id/client-payments', {
    summary: 'What a lead’s client has paid, what each payment brought, and what is still expected',
    who: 'unlocked',
    ability: 'money',
    scope: 'client_payments:read',
    params: idParams,
    returns: leadReceipts,
  }),
  listPayableLeads: route('GET', '/client-payments/leads', {
    summary: 'Signed leads that match a search, newest first, each with why no payment can be recorded for it',
    who: 'admin',
    query: z.strictObject({ search: searchText }),
    returns: z.object({ leads: z.array(payableLead) }),
  }),
  previewClientPayment: route('GET', '/leads/:id/client-payments/preview', {
    summary: 'What recording a payment of a lead’s client would bring, and for whom; nothing is written',
    who: 'admin',
    params: idParams,
    query: z.strictObject({
      /** Whole cents, net of VAT. */
      netCents: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxCents)),
      receivedOn,
      reference: optionalText(maxReferenceLength),
    }),
    returns: clientPaymentPreview,
  }),
  recordClientPayment: route('POST', '/client-payments', {
    summary:
      'Record a payment of a client: its part of the lead’s commission is validated. Repeated it changes nothing; refused with ' +
      '`client_payment_differs` when its reference was recorded with another amount or day. One above the expected sum, or of ' +
      'a day before the signature, is refused with what it makes until that was seen; one of more than a year before is refused',
    who: 'admin',
    right: 'money',
    scope: 'client_payments:write',
    body: clientPaymentForm,
    returns: recorded,
    status: 201,
    refusals: [
      'not_found',
      'registration_undecided',
      'lead_not_signed',
      'lead_paid_by_hand',
      'lead_has_settled_commission',
      'own_commission',
      'client_payment_differs',
      'client_payment_above_expected',
      'client_payment_before_signature',
    ],
  }),
  refundClientPayment: route('POST', '/client-payments/:id/refunds', {
    summary:
      'Record a refund of a payment, no earlier than this: what the payment brought is taken back at its rate, also when it ' +
      'was paid',
    who: 'admin',
    right: 'money',
    scope: 'client_payments:write',
    params: idParams,
    body: refundForm,
    returns: recorded,
    status: 201,
    refusals: ['client_payment_differs', 'refund_exceeds_payment', 'own_commission'],
  }),
  closeRemainder: route('POST', '/leads/:id/remainder/close', {
    summary: 'Expect no more payments for a lead: its pending commission goes. Refused with `commissions_changed` as above',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: remainderForm,
    returns: leadReceipts,
    refusals: ['remainder_not_open', 'commissions_changed', 'own_commission'],
  }),
  changeBasis: route('PUT', '/leads/:id/commission-basis', {
    summary: 'Say what makes a lead’s commission due, before its first payment; null: as the programme says',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: basisForm,
    returns: leadReceipts,
    refusals: ['lead_has_client_payments', 'lead_has_settled_commission', 'lead_has_own_rule'],
  }),
}
