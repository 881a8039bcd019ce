import * as z from 'zod/mini'
import { clientPaymentKinds } from '#domain/client-payments.ts'
import { commissionKinds, commissionStatuses, commissionWaits } from '#domain/commissions.ts'
import { disputeStates } from '#domain/disputes.ts'
import { englishAmountMessages } from '#domain/typed-amounts.ts'
import { periodInOrder, periodQuery } from './period.ts'
import { route } from './route.ts'
import {
  cents,
  centsSum,
  count,
  id,
  idParams,
  optionalText,
  page,
  pageQuery,
  percent,
  personName,
  searchText,
  sortBy,
  text,
  time,
} from './shapes.ts'
import { typedCents } from './typed-cents.ts'

export const commissionStatus = z.enum(commissionStatuses)

export const commission = z.object({
  id,
  kind: z.enum(commissionKinds),
  partner: personName,
  /** Null for a commission added by hand. */
  lead: z.nullable(z.object({ id, name: z.string(), company: z.string() })),
  /** What a commission added by hand is for, or why a clawback takes something back; empty for a lead's. */
  description: z.string(),
  /** Negative for a clawback, as its amount is. */
  revenueCents: centsSum,
  /** Percent, frozen when the lead was signed; staff can correct it while the commission is pending. */
  commissionRate: percent,
  /** Name of the partner's tier at that moment. */
  tierName: z.string(),
  amountCents: centsSum,
  status: commissionStatus,
  createdAt: time,
  validatedAt: z.nullable(time),
  /** 30 days after validation or the client's payment, as told then; null while pending, and for a clawback, due at once. */
  payableBy: z.nullable(time),
  paidAt: z.nullable(time),
  /** Reference of the transfer; empty when none was given. */
  paymentReference: z.string(),
  /** Why it is not to be paid for now; null when nothing stands in the way. */
  heldReason: z.nullable(z.string()),
  /** State of the newest dispute about it; while that is open or answered it is not paid. Null: none. */
  disputeState: z.nullable(z.enum(disputeStates)),
  /** The commission that a clawback takes back from. */
  reversesId: z.nullable(id),
  /** The client's payment that it is a part of, or the refund that a clawback follows. */
  clientPayment: z.nullable(z.object({ kind: z.enum(clientPaymentKinds), reference: z.string(), receivedOn: z.iso.date() })),
  /** Of a pending commission: validated by the client's payments, not by hand. */
  awaitsClient: z.boolean(),
  /** Of a lead whose client has paid: what the client is to pay in all, net of VAT. */
  expectedCents: z.nullable(cents()),
  /** The payout that it is part of, from the statement on. */
  payout: z.nullable(z.object({ id, reference: z.string() })),
  /** What clawbacks have left of it. */
  left: z.object({ revenueCents: centsSum, amountCents: centsSum }),
  can: z.object({
    correct: z.boolean(),
    validate: z.boolean(),
    pay: z.boolean(),
    remove: z.boolean(),
    reverse: z.boolean(),
    hold: z.boolean(),
    release: z.boolean(),
    contest: z.boolean(),
  }),
})
export type Commission = z.infer<typeof commission>

const missing = 'Please fill in all required fields'
const revenueCents = typedCents(englishAmountMessages('The revenue'))
const commissionRate = z
  .number('The rate must be between 0 and 100 %')
  .check(
    z.minimum(0, 'The rate must be between 0 and 100 %'),
    z.maximum(100, 'The rate must be between 0 and 100 %'),
    z.multipleOf(0.01, 'The rate has at most two decimals'),
  )

/** A commission that no lead brought: it says what it is for. Without a rate it gets the partner's rate of this moment. */
export const commissionForm = z.strictObject({
  partnerId: z.uuid(missing),
  description: text(2, 200, missing),
  revenueCents,
  commissionRate: z.optional(commissionRate),
})
/** `from` is what the caller saw: whoever corrects over somebody else's correction is told. */
export const correctionForm = z.strictObject({
  revenueCents,
  commissionRate,
  from: z.strictObject({ revenueCents, commissionRate }),
})

const noReason = 'Please say why'
export const holdForm = z.strictObject({ reason: text(2, 500, noReason) })
/** `left` is what the caller saw: whoever takes back what somebody else has just taken back is told. */
export const reversalForm = z.strictObject({
  revenueCents: typedCents(englishAmountMessages('The revenue')).check(z.minimum(1, 'The revenue must be more than 0')),
  reason: text(2, 200, noReason),
  leftCents: cents(),
})
/** Of a payment by bank: its day in the provider's calendar, today unless given, and its reference in the statement. */
export const bankPayment = z.strictObject({
  paidOn: z.optional(z.iso.date('Please give the day of the payment')),
  reference: optionalText(140),
})

export const commissionSorts = ['date', 'partner', 'lead', 'revenue', 'rate', 'amount', 'status', 'paid', 'due'] as const
export const commissionFilter = {
  status: z.optional(commissionStatus),
  partnerId: z.optional(id),
  /** Only those that are contested and not decided yet. */
  disputed: z.optional(z.literal('yes')),
  /** Only those that wait for this; contested ones wait for the answer to their dispute instead. */
  waits: z.optional(z.enum(commissionWaits)),
  /** Matches the partner, the lead's name and company, and the description. */
  search: searchText,
  /** Days of creation, the date of the list. */
  ...periodQuery,
}

/** More at once are refused: all of them are one transaction. */
export const maxBulkActions = 200

/** Several commissions at once: all of them or none, and only while they add up to what the caller saw. */
const bulk = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(maxBulkActions, `At most ${maxBulkActions} commissions at once`)),
  amountCents: centsSum,
})

const amounts = z.object({ revenueCents: centsSum, commissionRate: percent, amountCents: centsSum })

/** Something that happened to a commission. */
export const commissionEvent = z.object({
  id,
  name: z.enum([
    'commission.created',
    'commission.corrected',
    'commission.validated',
    'commission.paid',
    'commission.reversed',
    'commission.held',
    'commission.released',
    'commission.earned',
    'commission.remainder_changed',
  ]),
  at: time,
  /** Who did it; null for the portal itself, and for staff when a partner asks. */
  by: z.nullable(z.string()),
  before: z.nullable(amounts),
  after: z.nullable(amounts),
  /** Reason of a hold or a clawback, reference of the payment or of the client's invoice; empty otherwise. */
  note: z.string(),
})
export type CommissionEvent = z.infer<typeof commissionEvent>

/** A revenue that counts for a partner's tier, and the tier that it gives. */
const tierAt = z.object({ totalRevenueCents: centsSum, tierName: z.string(), commissionRate: percent })

const commissionStatusStats = z.object({ status: commissionStatus, count, revenueCents: centsSum, amountCents: centsSum })

export const commissionRoutes = {
  listCommissions: route('GET', '/commissions', {
    summary: 'Commissions, newest first unless sorted: a partner’s own, or all for staff',
    who: 'unlocked',
    scope: 'commissions:read',
    query: z.strictObject({ ...commissionFilter, sort: sortBy(commissionSorts), ...pageQuery }).check(periodInOrder),
    returns: page(commission),
  }),
  commissionSummary: route('GET', '/commissions/summary', {
    summary: 'Count and sums of the commissions in each status',
    who: 'unlocked',
    scope: 'commissions:read',
    query: z.strictObject(commissionFilter).check(periodInOrder),
    returns: z.object({
      byStatus: z.array(commissionStatusStats),
      /** Partners with at least one commission, whatever the filter; 1 or 0 for a partner. */
      activePartners: count,
    }),
  }),
  commissionHistory: route('GET', '/commissions/:id/history', {
    summary: 'How a commission came to its amount and status, oldest first',
    who: 'unlocked',
    scope: 'commissions:read',
    params: idParams,
    returns: z.object({ events: z.array(commissionEvent) }),
  }),
  validationEffect: route('GET', '/commissions/:id/effect', {
    summary:
      'What validating a commission does to its partner’s tier: revenue and tier as they are, and as they would be; and the ' +
      'number of the registration that it accepts',
    who: 'admin',
    params: idParams,
    returns: z.object({ before: tierAt, after: tierAt, acceptsRegistration: z.nullable(z.string()) }),
  }),
  addCommission: route('POST', '/commissions', {
    summary: 'Add a pending commission by hand; without a rate at the rate of the partner’s tier',
    who: 'admin',
    right: 'money',
    body: commissionForm,
    returns: commission,
    status: 201,
  }),
  correctCommission: route('PATCH', '/commissions/:id', {
    summary:
      'Correct revenue and rate of a pending commission; what they were stays in its history. Refused with ' +
      '`commissions_changed` when they are no longer as `from` says',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: correctionForm,
    returns: commission,
  }),
  removeCommission: route('DELETE', '/commissions/:id', {
    summary: 'Remove a pending commission that was added by hand; a lead’s goes with its lead',
    who: 'admin',
    right: 'money',
    params: idParams,
  }),
  validateCommissions: route('POST', '/commissions/validate', {
    summary: 'Validate several pending commissions, all or none; refused with `commissions_changed` when they are not as seen',
    who: 'admin',
    right: 'money',
    body: bulk,
    heavy: true,
    returns: z.object({ count, amountCents: centsSum }),
  }),
  payCommissions: route('POST', '/commissions/pay', {
    summary:
      'Mark several validated commissions as paid by one transfer, all or none; refused with `commissions_changed` as above',
    who: 'admin',
    right: 'money',
    body: z.extend(bulk, { payment: z.optional(bankPayment) }),
    heavy: true,
    returns: z.object({ count, amountCents: centsSum }),
  }),
  validateCommission: route('POST', '/commissions/:id/validate', {
    summary: 'Pending -> validated; its revenue counts for the tier from here on',
    who: 'admin',
    right: 'money',
    params: idParams,
    returns: commission,
  }),
  payCommission: route('POST', '/commissions/:id/pay', {
    summary: 'Validated -> paid, today and without a reference unless the body says so',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: z.nullable(bankPayment),
    returns: commission,
  }),
  reverseCommission: route('POST', '/commissions/:id/reversals', {
    summary:
      'Take back a part of a validated or paid commission by a negative line at its rate, due with the next payment. Refused ' +
      'with `commissions_changed` when less or more is left than `leftCents` says',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: reversalForm,
    returns: commission,
    status: 201,
  }),
  holdCommission: route('POST', '/commissions/:id/hold', {
    summary: 'Keep a commission from being paid for now; its partner reads the reason',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: holdForm,
    returns: commission,
  }),
  releaseCommission: route('POST', '/commissions/:id/release', {
    summary: 'Let a held commission be paid again',
    who: 'admin',
    right: 'money',
    params: idParams,
    returns: commission,
  }),
  commissionsCsv: route('GET', '/commissions.csv', {
    summary: 'Commissions as CSV, with the filters of the list',
    who: 'unlocked',
    scope: 'commissions:read',
    transaction: 'own',
    ownership: 'rowSecurity',
    query: z.strictObject(commissionFilter).check(periodInOrder),
    answer: 'csv',
    heavy: true,
  }),
}
