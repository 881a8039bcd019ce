import * as z from 'zod/mini'
import { commissionKinds } from '#domain/commissions.ts'
import { withheldCodes } from '#domain/payout-plan.ts'
import { payoutStates } from '#domain/payouts.ts'
import { bankPayment } from './commissions.ts'
import { route } from './route.ts'
import {
  cents,
  centsSum,
  count,
  id,
  idParams,
  page,
  pageQuery,
  percent,
  personName,
  searchText,
  sortBy,
  text,
  time,
} from './shapes.ts'

const day = z.iso.date('Please give a day')
const reason = text(2, 500, 'Please say why')
const moneySums = { netCents: centsSum, vatCents: centsSum, totalCents: centsSum }

/** What is left out of a run: one commission, or everything of a partner when `commissionId` is null. */
export const exclusionForm = z.strictObject({ partnerId: id, commissionId: z.nullable(id), reason })

/** More commissions are left out of one run by excluding their partners. */
const exclusions = z._default(z.array(exclusionForm).check(z.maxLength(500)), [])
/** Commissions payable by this day, the day included. */
export const runForm = z.strictObject({ payableUntil: day, exclusions })
/** `seen` is what the preview said: who issues something else than was shown is told. */
export const issueForm = z.strictObject({
  payableUntil: day,
  exclusions,
  seen: z.strictObject({ payouts: count, totalCents: centsSum, fingerprint: z.string().check(z.maxLength(64)) }),
})

const plannedLine = z.object({
  commissionId: id,
  kind: z.enum(commissionKinds),
  /** Company of the lead, or what a commission added by hand is for. */
  client: z.string(),
  amountCents: centsSum,
})
const leftOutLine = z.extend(plannedLine, { why: z.enum(['held', 'excluded']), reason: z.string() })

const plannedPayout = z.object({
  partner: personName,
  lines: z.array(plannedLine),
  leftOut: z.array(leftOutLine),
  ...moneySums,
  /** Why the partner gets no payout now; null if one is made. `until`: when a recent IBAN may be paid to. */
  withheld: z.nullable(z.object({ code: z.enum(withheldCodes), reason: z.string(), until: z.nullable(time) })),
})
export type PlannedPayoutRow = z.infer<typeof plannedPayout>

const runPreview = z.object({
  payouts: z.array(plannedPayout),
  totals: z.object({ payouts: count, ...moneySums }),
  minimumCents: centsSum,
  fingerprint: z.string(),
})
export type RunPreview = z.infer<typeof runPreview>

/** A payout in a list. */
export const payout = z.object({
  id,
  runId: id,
  reference: z.string(),
  partner: personName,
  state: z.enum(payoutStates),
  commissionCount: count,
  ...moneySums,
  issuedAt: time,
  /** Until when the partner may contest the statement; then it counts as accepted. */
  contestUntil: time,
  acceptedAt: z.nullable(time),
  approvedAt: z.nullable(time),
  sentAt: z.nullable(time),
  paidAt: z.nullable(time),
  paymentReference: z.string(),
  rejectedAt: z.nullable(time),
  /** Why the bank refused or returned it last. */
  rejectReason: z.nullable(z.string()),
  cancelledAt: z.nullable(time),
  cancelReason: z.nullable(z.string()),
  /** Whether the statement's PDF is there; it is made right after issuing. */
  hasStatement: z.boolean(),
  can: z.object({
    accept: z.boolean(),
    approve: z.boolean(),
    pay: z.boolean(),
    reject: z.boolean(),
    retry: z.boolean(),
    cancel: z.boolean(),
  }),
})
export type Payout = z.infer<typeof payout>

/** A line as the statement prints it. */
const statementLine = z.object({
  client: z.string(),
  detail: z.string(),
  revenueCents: z.nullable(centsSum),
  ratePercent: z.nullable(percent),
  tier: z.nullable(z.string()),
  amountCents: centsSum,
})
export const payoutDetail = z.extend(payout, {
  payableUntil: z.iso.date(),
  lines: z.array(statementLine),
  held: z.array(z.object({ client: z.string(), amountCents: centsSum, reason: z.string() })),
  noVatReason: z.nullable(z.string()),
  /** Null for partners. `alone`: approved by who issued it, as the only administrator. */
  people: z.nullable(
    z.object({ issuedBy: z.string(), approvedBy: z.nullable(z.string()), alone: z.boolean(), needsSecond: z.boolean() }),
  ),
  /** Left out of its run for this partner by staff; empty for partners. */
  excluded: z.array(z.object({ client: z.string(), amountCents: centsSum, reason: z.string() })),
})
export type PayoutDetail = z.infer<typeof payoutDetail>

export const payoutSorts = ['date', 'partner', 'reference', 'amount', 'state'] as const
export const payoutFilter = {
  state: z.optional(z.enum(payoutStates)),
  partnerId: z.optional(id),
  runId: z.optional(id),
  /** Matches the partner's name and the reference. */
  search: searchText,
}

/** A run with what became of its payouts. */
export const payoutRun = z.object({
  id,
  payableUntil: z.iso.date(),
  issuedAt: time,
  issuedBy: z.string(),
  payouts: count,
  totalCents: centsSum,
  byState: z.array(z.object({ state: z.enum(payoutStates), count, totalCents: centsSum })),
})
export type PayoutRun = z.infer<typeof payoutRun>

/** What the next run would bring a partner, as things are now. */
const preparation = z.object({
  lines: z.array(plannedLine),
  leftOut: z.array(leftOutLine),
  netCents: centsSum,
  minimumCents: centsSum,
})

/** More at once are refused: all of them are one transaction. */
export const maxPayoutsAtOnce = 500
const chosen = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(maxPayoutsAtOnce, `At most ${maxPayoutsAtOnce} payouts at once`)),
  totalCents: cents(),
})

export const payoutRoutes = {
  previewRun: route('POST', '/payout-runs/preview', {
    summary: 'What a run would pay, partner by partner, and what it would hold back and why; nothing is stored',
    who: 'admin',
    body: runForm,
    unkeyed: 'readsOnly',
    heavy: true,
    returns: runPreview,
  }),
  issueRun: route('POST', '/payout-runs', {
    summary:
      'Issue a payout for each partner: amounts are frozen, numbered and explained by a statement. Refused with ' +
      '`payouts_changed` when the run is not what the preview said',
    who: 'admin',
    body: issueForm,
    heavy: true,
    returns: payoutRun,
    status: 201,
  }),
  listRuns: route('GET', '/payout-runs', {
    summary: 'Runs with the states of their payouts, newest first',
    who: 'admin',
    query: z.strictObject(pageQuery),
    returns: page(payoutRun),
  }),
  listPayouts: route('GET', '/payouts', {
    summary: 'Payouts, newest first unless sorted: a partner’s own, or all for staff',
    who: 'unlocked',
    query: z.strictObject({ ...payoutFilter, sort: sortBy(payoutSorts), ...pageQuery }),
    returns: page(payout),
  }),
  payoutSummary: route('GET', '/payouts/summary', {
    summary: 'Count and total of the payouts in each state',
    who: 'unlocked',
    query: z.strictObject(payoutFilter),
    returns: z.object({ byState: z.array(z.object({ state: z.enum(payoutStates), count, totalCents: centsSum })) }),
  }),
  nextPayout: route('GET', '/payouts/preparation', {
    summary: 'What is payable to the caller today and waits for the next run, and what has to wait longer and why',
    who: 'unlockedPartner',
    returns: preparation,
  }),
  getPayout: route('GET', '/payouts/:id', {
    summary: 'A payout with the lines of its statement',
    who: 'unlocked',
    params: idParams,
    returns: payoutDetail,
  }),
  payoutStatement: route('GET', '/payouts/:id/statement', {
    summary: 'The statement of a payout as PDF',
    who: 'unlocked',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    answer: 'file',
    mediaType: 'application/pdf',
  }),
  acceptPayout: route('POST', '/payouts/:id/accept', {
    summary: 'Accept the statement before the time to contest it is over',
    who: 'unlockedPartner',
    params: idParams,
    returns: payoutDetail,
  }),
  approvePayouts: route('POST', '/payouts/approve', {
    summary:
      'Approve accepted payouts, all or none, while they add up to what was seen. Above the programme’s limit somebody else ' +
      'than who issued them has to, unless there is only one administrator',
    who: 'admin',
    body: chosen,
    heavy: true,
    returns: z.object({ count, totalCents: centsSum }),
  }),
  payPayouts: route('POST', '/payouts/pay', {
    summary: 'Mark payouts as paid that were approved or sent, all or none, while they add up to what was seen',
    who: 'admin',
    body: z.extend(chosen, { payment: z.optional(bankPayment) }),
    heavy: true,
    returns: z.object({ count, totalCents: centsSum }),
  }),
  rejectPayout: route('POST', '/payouts/:id/reject', {
    summary: 'The bank refused or returned the transfer: its commissions are to be paid again; the partner reads the reason',
    who: 'admin',
    params: idParams,
    body: z.strictObject({ reason }),
    returns: payoutDetail,
  }),
  retryPayout: route('POST', '/payouts/:id/retry', {
    summary: 'Let a payout that came back be paid again',
    who: 'admin',
    params: idParams,
    returns: payoutDetail,
  }),
  cancelPayout: route('POST', '/payouts/:id/cancel', {
    summary: 'Cancel a payout that has not been sent; its commissions can be in the next run',
    who: 'admin',
    params: idParams,
    body: z.strictObject({ reason }),
    returns: payoutDetail,
  }),
  payoutsCsv: route('GET', '/payouts.csv', {
    summary: 'Payouts as CSV, with the filters of the list',
    who: 'unlocked',
    transaction: 'own',
    ownership: 'rowSecurity',
    query: z.strictObject(payoutFilter),
    answer: 'csv',
    heavy: true,
  }),
}
