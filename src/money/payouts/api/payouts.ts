import * as z from 'zod/mini'
import { formerPartners } from '#accounts/people/api.ts'
import { payeeMatches } from '#money/bank-files/domain/live-batch.ts'
import { bankPayment } from '#money/commissions/api/commission-forms.ts'
import { filterOf, sortedList, sortedPageOf } from '#platform/api/list.ts'
import { periodQuery } from '#platform/api/period.ts'
import { route } from '#platform/api/route.ts'
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
  time,
} from '#platform/api/shapes.ts'
import { payoutLineStates } from '../domain/payout-lines.ts'
import { payoutStates, payoutWaits } from '../domain/payouts.ts'
import { payoutInvoiceStates } from '../domain/uploaded-invoices.ts'
import { m } from '../messages/messages.ts'
import { issueForm, moneySums, payoutRun, preparation, reason, runPreview, runPreviewForm } from './payout-runs.ts'
import { uploadedInvoice } from './uploaded-invoices.ts'

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
  /** The newest invoice that a partner who invoices themselves has uploaded; null if none is expected. */
  invoice: z.nullable(
    z.object({ state: z.enum(payoutInvoiceStates), number: z.nullable(z.string()), issuedOn: z.nullable(z.iso.date()) }),
  ),
  /** The file with which it was sent last, for staff; null for partners, and for what was never in a file. */
  file: z.nullable(z.object({ id, reference: z.string(), executeOn: z.iso.date(), state: z.enum(payoutLineStates) })),
  /** Why staff cannot approve it although it is accepted; for its partner, the documents that it waits for. In words. */
  waitsFor: z.array(z.string()),
  can: z.object({
    accept: z.boolean(),
    submitInvoice: z.boolean(),
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
  /** All invoices that its partner has uploaded for it, newest first. */
  invoices: z.array(uploadedInvoice),
  /** The bank has refused the account that is stored: no file takes the payout until it is changed. False for partners. */
  accountRefused: z.boolean(),
  /** Verification of payee for the account that it was sent to last; null for partners, and without an answer. */
  payee: z.nullable(z.object({ match: z.enum(payeeMatches), bankName: z.nullable(z.string()) })),
  /** Left out of its run for this partner by staff; empty for partners. */
  excluded: z.array(z.object({ client: z.string(), amountCents: centsSum, reason: z.string() })),
})
export type PayoutDetail = z.infer<typeof payoutDetail>

export const payoutList = sortedList({
  filters: {
    state: z.optional(z.enum(payoutStates)),
    partnerId: z.optional(id),
    runId: z.optional(id),
    /** Finds what was sent with a file for the bank; nothing for partners. */
    fileId: z.optional(id),
    /** Finds payouts that expect their partner’s own invoice, by the state of that invoice. */
    invoice: z.optional(z.enum(payoutInvoiceStates)),
    /** What staff's first page counts, by what it waits for; nothing for partners. */
    waits: z.optional(z.enum(payoutWaits)),
    /** Matches the partner's name and the reference; for staff also the reference of a file for the bank. */
    search: searchText,
    /** Days of issue. */
    ...periodQuery,
  },
  sorts: ['date', 'partner', 'reference', 'amount', 'state'],
  usual: '-date',
})

/** More at once are refused: all of them are one transaction. */
export const maxPayoutsAtOnce = 500
const payoutSelection = z.strictObject({
  ids: z
    .array(id)
    .check(z.minLength(1), z.maxLength(maxPayoutsAtOnce, { error: () => m.tooManyPayouts({ count: maxPayoutsAtOnce }) })),
  totalCents: cents(),
})

export const payoutRoutes = {
  previewRun: route('POST', '/payout-runs/preview', {
    summary: 'What a run would pay, partner by partner, and what it would hold back and why; nothing is stored',
    who: 'admin',
    right: 'money',
    body: runPreviewForm,
    unkeyed: 'readsOnly',
    heavy: true,
    returns: runPreview,
  }),
  issueRun: route('POST', '/payout-runs', {
    summary:
      'Issue a payout for each partner: amounts are frozen, numbered and explained by a statement. Refused with ' +
      '`payouts_changed` when the run is not what the preview said',
    who: 'admin',
    right: 'money',
    body: issueForm,
    heavy: true,
    returns: payoutRun,
    status: 201,
    refusals: ['payouts_changed', 'document_day_past'],
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
    ability: 'money',
    scope: 'payouts:read',
    query: sortedPageOf(payoutList),
    returns: page(payout),
  }),
  payoutSummary: route('GET', '/payouts/summary', {
    summary: 'Count and total of the payouts in each state',
    who: 'unlocked',
    ability: 'money',
    scope: 'payouts:read',
    query: filterOf(payoutList),
    returns: z.object({
      byState: z.array(z.object({ state: z.enum(payoutStates), count, totalCents: centsSum })),
      former: formerPartners,
    }),
  }),
  nextPayout: route('GET', '/payouts/preparation', {
    summary: 'What is payable to the caller today and waits for the next run, and what has to wait longer and why',
    who: 'unlockedPartner',
    ability: 'money',
    returns: preparation,
  }),
  getPayout: route('GET', '/payouts/:id', {
    summary: 'A payout with the lines of its statement',
    who: 'unlocked',
    ability: 'money',
    scope: 'payouts:read',
    params: idParams,
    returns: payoutDetail,
  }),
  payoutStatement: route('GET', '/payouts/:id/statement', {
    summary: 'The statement of a payout as PDF',
    who: 'unlocked',
    ability: 'money',
    scope: 'payouts:read',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    answer: 'file',
    mediaType: 'application/pdf',
  }),
  acceptPayout: route('POST', '/payouts/:id/accept', {
    summary: 'Accept the statement before the time to contest it is over',
    who: 'unlockedPartner',
    ability: 'money',
    params: idParams,
    returns: payoutDetail,
    refusals: ['payout_not_issued'],
  }),
  approvePayouts: route('POST', '/payouts/approve', {
    summary:
      'Approve accepted payouts, all or none, while they add up to what was seen. Above the programme’s limit somebody else ' +
      'than who issued them has to, unless there is only one administrator',
    who: 'admin',
    right: 'money',
    body: payoutSelection,
    heavy: true,
    returns: z.object({ count, totalCents: centsSum }),
    refusals: [
      'payouts_changed',
      'payout_needs_second',
      'payout_needs_invoice',
      'payout_contested',
      'payout_blocked',
      'own_commission',
    ],
  }),
  payPayouts: route('POST', '/payouts/pay', {
    summary: 'Mark payouts as paid that were approved or sent, all or none, while they add up to what was seen',
    who: 'admin',
    right: 'money',
    body: z.extend(payoutSelection, { payment: z.optional(bankPayment) }),
    heavy: true,
    returns: z.object({ count, totalCents: centsSum }),
    refusals: ['payouts_changed', 'own_commission'],
  }),
  rejectPayout: route('POST', '/payouts/:id/reject', {
    summary: 'The bank refused or returned the transfer: its commissions are to be paid again; the partner reads the reason',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: z.strictObject({ reason }),
    returns: payoutDetail,
    refusals: ['payout_step_impossible', 'own_commission'],
  }),
  retryPayout: route('POST', '/payouts/:id/retry', {
    summary: 'Let a payout that came back be paid again',
    who: 'admin',
    right: 'money',
    params: idParams,
    returns: payoutDetail,
    refusals: ['payout_step_impossible', 'own_commission'],
  }),
  cancelPayout: route('POST', '/payouts/:id/cancel', {
    summary: 'Cancel a payout that has not been sent; its commissions can be in the next run',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: z.strictObject({ reason }),
    returns: payoutDetail,
    refusals: ['payout_step_impossible', 'own_commission', 'mandate_missing', 'invoice_credited', 'document_day_past'],
  }),
  payoutsCsv: route('GET', '/payouts.csv', {
    summary: 'Payouts as CSV, with the filters of the list',
    who: 'unlocked',
    ability: 'money',
    scope: 'payouts:read',
    transaction: 'own',
    ownership: 'rowSecurity',
    query: filterOf(payoutList),
    answer: 'csv',
    heavy: true,
  }),
}
