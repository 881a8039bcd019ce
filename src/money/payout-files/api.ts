import * as z from 'zod/mini'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { payeeMatches } from '#money/bank-files/domain/live-batch.ts'
import { payoutFormats } from '#money/bank-files/domain/payout-batch.ts'
import { payoutProblemCodes, payoutProblemEffects } from '#money/bank-files/domain/payout-problems.ts'
import { bankPayment } from '#money/commissions/api/commission-forms.ts'
import { maxPayoutsAtOnce } from '#money/payouts/api/payouts.ts'
import { payoutLineStates } from '#money/payouts/domain/payout-lines.ts'
import type { PayoutStatus } from '#money/payouts/domain/payouts.ts'
import { event } from '#platform/api/events.ts'
import { periodInOrder, periodQuery } from '#platform/api/period.ts'
import { route } from '#platform/api/route.ts'
import {
  cents,
  centsSum,
  count,
  id,
  idParams,
  lines,
  page,
  pageQuery,
  personName,
  searchText,
  sortBy,
  text,
  time,
} from '#platform/api/shapes.ts'
import { payoutFileStates } from './domain.ts'
import { m } from './messages/messages.ts'

const day = z.iso.date({ error: m.dayMissing })
const ids = z.array(id).check(z.maxLength(maxPayoutsAtOnce, { error: () => m.tooManyPayouts({ count: maxPayoutsAtOnce }) }))
const contractNumber = text(0, 35, m.contractNumberTooLong)

/** What a file carries: these payouts, those of a run, those of a file that the bank did not execute, or all approved ones. */
const selection = {
  ids: z.optional(ids),
  runId: z.optional(id),
  /** The file that this one replaces. */
  replaces: z.optional(id),
  /** Payouts to leave out of the file. */
  leaveOut: z._default(ids, []),
}

/** What is left out of a preview's choices is as the programme has it; the day is the next one on which banks work. */
export const payoutFileOptions = z.strictObject({
  ...selection,
  format: z.optional(z.enum(payoutFormats)),
  executeOn: z.optional(day),
  batchBooking: z.optional(z.boolean()),
  instant: z.optional(z.boolean()),
  contractNumber: z.optional(contractNumber),
})

export const payoutFileForm = z
  .strictObject({
    ...selection,
    format: z.enum(payoutFormats),
    executeOn: day,
    batchBooking: z.boolean(),
    instant: z.boolean(),
    contractNumber,
    /** Questions of the preview that the caller has answered with yes. */
    confirmed: z._default(z.array(z.enum(payoutProblemCodes)).check(z.maxLength(payoutProblemCodes.length)), []),
    /** Why the file is made again; needed with `replaces`. */
    reason: z.optional(lines(2, 500, m.reasonMissing)),
    /** The totals of the preview: making the file is refused if they have changed since. */
    seen: z.strictObject({ count, totalCents: cents(), fingerprint: z.string().check(z.maxLength(64)) }),
    ...proof,
  })
  .check(z.refine(({ replaces, reason }) => !replaces || reason !== undefined, { error: m.reasonMissing, path: ['reason'] }))

const problem = z.object({
  code: z.enum(payoutProblemCodes),
  /** `blocks`: cannot be written; `holds`: waits; `asks`: goes once a person has confirmed it. */
  effect: z.enum(payoutProblemEffects),
  message: z.string(),
})
export type PayoutFileProblem = z.infer<typeof problem>

const plannedLine = z.object({
  payoutId: id,
  reference: z.string(),
  partner: personName,
  totalCents: centsSum,
  /** The account holder's name, and as the bank will read it. */
  holder: z.string(),
  written: z.string(),
  maskedIban: z.nullable(z.string()),
  problems: z.array(problem),
  /** Whether it is in the file: nothing blocks or holds it, and it was not left out. */
  included: z.boolean(),
})
export type PlannedFileLine = z.infer<typeof plannedLine>

const filePreview = z.object({
  format: z.enum(payoutFormats),
  executeOn: z.iso.date(),
  batchBooking: z.boolean(),
  instant: z.boolean(),
  contractNumber: z.string(),
  lines: z.array(plannedLine),
  /** What is wrong with the file as a whole, not with one payout. */
  problems: z.array(problem),
  count,
  totalCents: centsSum,
  fingerprint: z.string(),
  /** More payouts are approved than one file takes. */
  hasMore: z.boolean(),
})
export type PayoutFilePreview = z.infer<typeof filePreview>

const file = z.object({
  id,
  reference: z.string(),
  format: z.enum(payoutFormats),
  executeOn: z.iso.date(),
  batchBooking: z.boolean(),
  instant: z.boolean(),
  lineCount: count,
  totalCents: centsSum,
  /** SHA-256 of the file's bytes. */
  sha256: z.string(),
  state: z.enum(payoutFileStates),
  /** Lines that are under way, with their sum, and lines that were paid. */
  liveCount: count,
  liveCents: centsSum,
  paidCount: count,
  createdAt: time,
  createdBy: personName,
  withdrawnAt: z.nullable(time),
  withdrawReason: z.nullable(z.string()),
  can: z.object({ pay: z.boolean(), withdraw: z.boolean(), replace: z.boolean() }),
})
export type PayoutFile = z.infer<typeof file>

const fileLine = z.object({
  id,
  payoutId: id,
  payoutReference: z.string(),
  partner: personName,
  endToEndId: z.string(),
  totalCents: centsSum,
  holder: z.string(),
  state: z.enum(payoutLineStates),
  bankStatus: z.nullable(z.string()),
  reasons: z.string(),
  payeeMatch: z.nullable(z.enum(payeeMatches)),
  payeeName: z.nullable(z.string()),
  changedAt: time,
})
export type PayoutFileLine = z.infer<typeof fileLine>

/** What the event of a new file tells. */
export interface MadePayoutFile {
  readonly reference: string
  readonly lines: number
  readonly totalCents: number
  /** Questions that the maker of the file answered with yes. */
  readonly confirmed: readonly string[]
  /** Reference of the file that it replaces. */
  readonly replaces: string | null
}

const otherFile = z.nullable(z.object({ id, reference: z.string() }))
const fileDetail = z.extend(file, { lines: z.array(fileLine), replaces: otherFile, replacedBy: otherFile })
export type PayoutFileDetail = z.infer<typeof fileDetail>

const content = z.object({ name: z.string(), mediaType: z.string(), text: z.string() })
export type FileContent = z.infer<typeof content>

export const payoutFileSorts = ['date', 'reference', 'amount'] as const

export const payoutFileRoutes = {
  previewPayoutFile: route('POST', '/payout-files/preview', {
    summary: 'What a file for the bank would hold, and what keeps lines from it or has to be confirmed; nothing is stored',
    who: 'admin',
    right: 'money',
    transaction: 'own',
    ownership: 'staff',
    body: payoutFileOptions,
    unkeyed: 'readsOnly',
    heavy: true,
    returns: filePreview,
  }),
  makePayoutFile: route('POST', '/payout-files', {
    summary: 'Make a file of approved payouts for the bank, for the caller’s password or second factor; they are sent with it',
    description:
      'Refused with `payouts_changed` when the file is not what the preview said. With `replaces` a file that the bank did not ' +
      'execute is withdrawn and made again without some of its lines.',
    who: 'admin',
    right: 'money',
    transaction: 'own',
    ownership: 'staff',
    body: payoutFileForm,
    heavy: true,
    returns: z.object({ file: fileDetail, content }),
    status: 201,
    refusals: [
      'payouts_changed',
      'payout_file_blocked',
      'payout_file_unconfirmed',
      'payout_file_settled',
      'own_commission',
      ...proofRefusals,
    ],
  }),
  listPayoutFiles: route('GET', '/payout-files', {
    summary: 'Files for the bank with the states of their lines, newest first unless sorted',
    who: 'admin',
    query: z
      .strictObject({ search: searchText, sort: sortBy(payoutFileSorts), ...periodQuery, ...pageQuery })
      .check(periodInOrder),
    returns: page(file),
  }),
  getPayoutFile: route('GET', '/payout-files/:id', {
    summary: 'A file for the bank with its lines',
    who: 'admin',
    params: idParams,
    returns: fileDetail,
  }),
  downloadPayoutFile: route('POST', '/payout-files/:id/download', {
    summary: 'The file as it was made, or its lines as CSV, for the caller’s password or second factor; recorded',
    who: 'admin',
    right: 'money',
    transaction: 'own',
    ownership: 'staff',
    unkeyed: 'secretAnswer',
    params: idParams,
    body: z.strictObject({ as: z.enum(['xml', 'csv']), ...proof }),
    returns: content,
    refusals: ['payout_file_unreadable', ...proofRefusals],
  }),
  payPayoutFile: route('POST', '/payout-files/:id/pay', {
    summary: 'Mark everything of a file that is under way as paid, while it adds up to what was seen',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: z.strictObject({ count, totalCents: cents(), payment: z.optional(bankPayment) }),
    heavy: true,
    returns: fileDetail,
    refusals: ['payouts_changed', 'own_commission'],
  }),
  withdrawPayoutFile: route('POST', '/payout-files/:id/withdraw', {
    summary: 'Withdraw a file that the bank did not execute: its payouts are approved again and can be in another file',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: z.strictObject({ reason: lines(2, 500, m.reasonMissing) }),
    returns: fileDetail,
    refusals: ['payout_file_settled', 'own_commission'],
  }),
}

export const payoutFileEvents = {
  'payout_file.made': event<null, MadePayoutFile>('payout_file'),
  'payout_file.downloaded': event<null, { readonly reference: string; readonly as: 'xml' | 'csv' }>('payout_file'),
  'payout_file.withdrawn': event<null, { readonly reference: string; readonly reason: string; readonly freed: number }>(
    'payout_file',
  ),
  /** The payout is in a file for the bank. */
  'payout.sent': event<{ readonly status: PayoutStatus }, { readonly status: PayoutStatus; readonly totalCents: number }>(
    'payout',
  ),
  /** The payout was taken back, since the bank did not execute its file. */
  'payout.recalled': event<{ readonly status: PayoutStatus }, { readonly status: PayoutStatus; readonly totalCents: number }>(
    'payout',
  ),
}
