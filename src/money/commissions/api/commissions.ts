import * as z from 'zod/mini'
import { formerPartners } from '#accounts/people/api.ts'
import { paymentObstacle } from '#money/coming/api.ts'
import { disputeStates } from '#money/disputes/domain.ts'
import { filterOf, sortedList, sortedPageOf } from '#platform/api/list.ts'
import { periodQuery } from '#platform/api/period.ts'
import { route } from '#platform/api/route.ts'
import { cents, centsSum, count, id, idParams, page, percent, personName, searchText, time } from '#platform/api/shapes.ts'
import { clientPaymentKinds, commissionKinds, commissionStatuses, commissionWaits } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { bankPayment, commissionForm, correctionForm, holdForm, reversalForm } from './commission-forms.ts'

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
  /** Name of the partner's tier at that moment; empty where its rule does not ask for the tier. */
  tierName: z.string(),
  /**
   * Which commission rule made it, in which version, and by which arithmetic. The arithmetic is null where it is the revenue at
   * the rate; all of it is null for a commission added by hand.
   */
  rule: z.nullable(z.object({ name: z.string(), version: count, arithmetic: z.nullable(z.string()) })),
  amountCents: centsSum,
  status: commissionStatus,
  createdAt: time,
  validatedAt: z.nullable(time),
  /**
   * For staff 30 days after validation or the client's payment, as told then; null while pending, and for a clawback, which is
   * due with its commission, at once if that is settled. For its partner the day by which it is paid, null while somebody has
   * to act.
   */
  payableBy: z.nullable(time),
  /** What its partner waits for, or waited longer for; null for staff. */
  obstacle: paymentObstacle,
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
  /** Whether it is pending until the client pays, so that nobody validates it by hand. */
  awaitsClient: z.boolean(),
  /** What the client is to pay in all, net of VAT; null while the client has paid nothing. */
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

export const commissionList = sortedList({
  filters: {
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
  },
  sorts: ['date', 'partner', 'lead', 'revenue', 'rate', 'amount', 'status', 'paid', 'due'],
  usual: '-date',
})

/** More at once are refused: all of them are one transaction. */
export const maxBulkActions = 200

/** Several commissions at once: all of them or none, and only while they add up to what the caller saw. */
const bulk = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(maxBulkActions, { error: () => m.tooManyAtOnce({ maxBulkActions }) })),
  amountCents: centsSum,
})

/** How many commissions become valid together, and their sum. */
const together = z.object({ count, amountCents: centsSum })

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

/** A revenue that counts for a partner's tier, and the tier that it gives; null without tiers. */
const tierAt = z.object({ totalRevenueCents: centsSum, tierName: z.nullable(z.string()), commissionRate: z.nullable(percent) })

const commissionStatusStats = z.object({ status: commissionStatus, count, revenueCents: centsSum, amountCents: centsSum })

export const commissionRoutes = {
  listCommissions: route('GET', '/commissions', {
    summary: 'Commissions, newest first unless sorted: a partner’s own, or all for staff',
    who: 'unlocked',
    ability: 'own_money',
    scope: 'commissions:read',
    query: sortedPageOf(commissionList),
    returns: page(commission),
  }),
  commissionSummary: route('GET', '/commissions/summary', {
    summary: 'Count and sums of the commissions in each status',
    who: 'unlocked',
    ability: 'own_money',
    scope: 'commissions:read',
    query: filterOf(commissionList),
    returns: z.object({
      byStatus: z.array(commissionStatusStats),
      /** Partners with at least one commission, whatever the filter; 1 or 0 for a partner. */
      activePartners: count,
      former: formerPartners,
    }),
  }),
  commissionHistory: route('GET', '/commissions/:id/history', {
    summary: 'How a commission came to its amount and status, oldest first',
    who: 'unlocked',
    ability: 'own_money',
    scope: 'commissions:read',
    params: idParams,
    returns: z.object({ events: z.array(commissionEvent) }),
  }),
  addCommission: route('POST', '/commissions', {
    summary: 'Add a pending commission by hand; without a rate at the rate of the partner’s tier, where there are tiers',
    who: 'admin',
    right: 'money',
    body: commissionForm,
    returns: commission,
    status: 201,
    refusals: ['partner_not_active'],
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
    refusals: ['commission_not_pending', 'commissions_changed', 'commission_rate_frozen', 'own_commission'],
  }),
  removeCommission: route('DELETE', '/commissions/:id', {
    summary: 'Remove a pending commission that was added by hand; a lead’s goes with its lead',
    who: 'admin',
    right: 'money',
    params: idParams,
    refusals: ['commission_not_pending', 'commission_of_lead', 'commission_disputed', 'own_commission'],
  }),
  validateCommissions: route('POST', '/commissions/validate', {
    summary:
      'Validate several pending commissions, all or none, with the other pending lines of their leads and bonuses that ' +
      'they reach. Refused with `commissions_changed` unless `amountCents` is the sum of all of these, which the ' +
      'refusal names',
    who: 'admin',
    right: 'money',
    body: bulk,
    heavy: true,
    returns: together,
    refusals: ['registration_undecided', 'commissions_changed', 'commission_awaits_client', 'own_commission'],
  }),
  validationEffect: route('POST', '/commissions/validate/effect', {
    summary:
      'What validating pending commissions would do; it changes nothing. How many become valid as above, and their sum; the ' +
      'numbers of the registrations that it accepts; revenue and tier of their partners as they are, and as they would be; and ' +
      'the commissions that cannot be validated now, with why',
    who: 'admin',
    right: 'money',
    transaction: 'own',
    ownership: 'staff',
    unkeyed: 'readsOnly',
    body: z.pick(bulk, { ids: true }),
    heavy: true,
    returns: z.object({
      validates: together,
      accepts: z.array(z.string()),
      standings: z.array(z.object({ partnerId: id, before: tierAt, after: tierAt })),
      left: z.array(z.object({ id, why: z.string() })),
    }),
  }),
  payCommissions: route('POST', '/commissions/pay', {
    summary:
      'Mark several validated commissions as paid by one transfer, all or none; refused with `commissions_changed` as above',
    who: 'admin',
    right: 'money',
    body: z.extend(bulk, { payment: z.optional(bankPayment) }),
    heavy: true,
    returns: z.object({ count, amountCents: centsSum }),
    refusals: ['commissions_changed', 'commission_held', 'own_commission'],
  }),
  validateCommission: route('POST', '/commissions/:id/validate', {
    summary:
      'Pending -> validated, with the other pending lines of its lead and bonuses that it reaches: `validated` says how ' +
      'many and their sum. Revenue counts for the tier from here on. With `amountCents`, refused as ' +
      '`commissions_changed` if the sum is another',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: z.nullable(z.strictObject({ amountCents: centsSum })),
    returns: z.extend(commission, { validated: together }),
    refusals: [
      ...(['registration_undecided', 'commission_not_pending', 'commission_awaits_client', 'own_commission'] as const),
      'commissions_changed',
    ],
  }),
  payCommission: route('POST', '/commissions/:id/pay', {
    summary: 'Validated -> paid, today and without a reference unless the body says so',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: z.nullable(bankPayment),
    returns: commission,
    refusals: ['commission_not_validated', 'commission_held', 'commission_disputed', 'commission_in_payout', 'own_commission'],
  }),
  reverseCommission: route('POST', '/commissions/:id/reversals', {
    summary:
      'Take back a part of a validated or paid commission by a negative line at its rate, due with it, or with the next ' +
      'payment. What no revenue is left of (a fixed sum, a bonus) is taken back as a whole, with `revenueCents` 0. Refused ' +
      'with `commissions_changed` when less or more is left than `leftCents` says',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: reversalForm,
    returns: commission,
    status: 201,
    refusals: ['commission_not_settled', 'commissions_changed', 'own_commission'],
  }),
  holdCommission: route('POST', '/commissions/:id/hold', {
    summary: 'Keep a commission from being paid for now; its partner reads the reason',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: holdForm,
    returns: commission,
    refusals: ['commission_not_held', 'commission_in_payout', 'own_commission'],
  }),
  releaseCommission: route('POST', '/commissions/:id/release', {
    summary: 'Let a held commission be paid again',
    who: 'admin',
    right: 'money',
    params: idParams,
    returns: commission,
    refusals: ['commission_not_held', 'own_commission'],
  }),
  commissionsCsv: route('GET', '/commissions.csv', {
    summary: 'Commissions as CSV, with the filters of the list',
    who: 'unlocked',
    ability: 'own_money',
    scope: 'commissions:read',
    transaction: 'own',
    ownership: 'rowSecurity',
    query: filterOf(commissionList),
    answer: 'csv',
    heavy: true,
  }),
}
