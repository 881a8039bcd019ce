import * as z from 'zod/mini'
import { directions } from '#money/bank-files/domain/bank-answer.ts'
import { otherMovementKinds, payeeMatches } from '#money/bank-files/domain/live-batch.ts'
import { ambiguousCredit, credit, creditParts } from '#money/client-payments/api/credits.ts'
import { payoutLineStates } from '#money/payouts/domain/payout-lines.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { centsSum, count, id, page, pageQuery, personName, time } from '#platform/api/shapes.ts'

const day = z.iso.date()

/**
 * What a bank's answer says of a line; `later` is booked on a day that is still to come, `early` before its payout was issued.
 * The first five change it.
 */
export const answerResults = [
  ...(['accepted', 'paid', 'rejected', 'returned', 'verified'] as const),
  ...([
    'later',
    'early',
    'pending',
    'unknown_status',
    'difference',
    'other_currency',
    'already_applied',
    'contradiction',
  ] as const),
] as const

const answerLine = z.object({
  endToEndId: z.string(),
  fileMessageId: z.string(),
  payout: z.object({ id, reference: z.string() }),
  partner: personName,
  totalCents: centsSum,
  /** The state before the answer. */
  state: z.enum(payoutLineStates),
  result: z.enum(answerResults),
  /** Whether applying the answer changes the line. */
  changes: z.boolean(),
  /** The day on which it was paid or returned. */
  on: z.nullable(day),
  /** The bank's code: 'ACCP'. */
  status: z.nullable(z.string()),
  /** Why it was rejected or returned, in words. */
  reason: z.nullable(z.string()),
  /** The reason concerns the account: nothing is paid to it until its owner has changed it. */
  refusesAccount: z.boolean(),
  match: z.nullable(z.enum(payeeMatches)),
  /** The holder's name as the bank has it. */
  bankName: z.nullable(z.string()),
  /** The bank's amount if it differs from ours; null otherwise. */
  statedCents: z.nullable(centsSum),
  currency: z.nullable(z.string()),
  /** The state that the bank reports if it contradicts ours; null otherwise. */
  says: z.nullable(z.enum(payoutLineStates)),
})
export type AnswerLine = z.infer<typeof answerLine>

/** What the answer says of a whole payout file without changing its lines. */
const answerNote = z.object({
  fileMessageId: z.string(),
  note: z.enum(['difference', 'other_currency', 'partial_without_lines', 'pending', 'unknown_status']),
  status: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  expectedCount: z.nullable(count),
  expectedCents: z.nullable(centsSum),
  statedCount: z.nullable(count),
  statedCents: z.nullable(centsSum),
})
export type AnswerNote = z.infer<typeof answerNote>

/** A reference of the bank's that belongs to no payout file. */
const unknownReference = z.object({
  of: z.enum(['message', 'group', 'line']),
  reference: z.string(),
  cents: z.nullable(centsSum),
})

/** A credit that names no recorded invoice, with the text of the transfer. */
const otherCredit = z.object({ ...creditParts, text: z.string() })

/** A movement that belongs to no transfer of ours and is no client's payment: money that came back, other debits. */
const otherMovement = z.object({
  kind: z.enum(otherMovementKinds),
  direction: z.enum(directions),
  on: day,
  /** The other party. */
  party: z.nullable(z.string()),
  /** Null in another currency, or if the bank does not state it. */
  cents: z.nullable(centsSum),
  currency: z.nullable(z.string()),
  text: z.string(),
  /** Why it came back, in words. */
  reason: z.nullable(z.string()),
})

const appliedCounts = {
  acceptedCount: count,
  paidCount: count,
  paidCents: centsSum,
  /** Rejected and returned transfers. */
  rejectedCount: count,
  rejectedCents: centsSum,
  verifiedCount: count,
  clientPaymentCount: count,
}

const message = {
  /** 'camt.053.001.08'; empty for a file that does not say. */
  version: z.string(),
  /** The bank's own identification of the file. */
  messageId: z.string(),
  /** Name or BIC of the bank, if the file says it. */
  sender: z.nullable(z.string()),
  periodFrom: day,
  periodTo: day,
}

export const appliedAnswer = z.object({ id, ...message, ...appliedCounts, appliedAt: time, appliedBy: personName })
export type AppliedAnswer = z.infer<typeof appliedAnswer>

const answerPlan = z.object({
  ...message,
  kind: z.enum(['status_report', 'account_report']),
  /** False for versions that were not tried. */
  isKnownVersion: z.boolean(),
  createdOn: day,
  /** Identifies this dry run: applying the file is refused if the result would differ. */
  fingerprint: z.string(),
  /** The earlier application of this very file; null if there is none. */
  applied: z.nullable(appliedAnswer),
  /** The application of another file with the same message id; null if there is none. */
  sameMessageId: z.nullable(appliedAnswer),
  /** The accounts that the file is about; what is said of others than the provider’s changes nothing. */
  accounts: z.array(z.object({ maskedIban: z.nullable(z.string()), isOwn: z.boolean(), entries: count })),
  lines: z.array(answerLine),
  notes: z.array(answerNote),
  unknown: z.array(unknownReference),
  credits: z.array(credit),
  ambiguous: z.array(ambiguousCredit),
  /** Those that name no recorded invoice. */
  otherCredits: z.array(otherCredit),
  /** With the lists above all that was booked on the provider’s accounts, each payment in one of them. */
  movements: z.array(otherMovement),
  /** Counts of what applying it changes; credits to be recorded are counted apart. */
  ...appliedCounts,
})
export type AnswerPlan = z.infer<typeof answerPlan>

/** '0,2,5': positions of credits in the plan. */
const positions = z._default(z.string().check(z.maxLength(2000), z.regex(/^(\d{1,5}(,\d{1,5})*)?$/)), '')

/** A file of 20 MB over a line of 200 kbit/s. */
const bodySeconds = 840

/** Refusals of a bank's file. */
const bankFileRefusals = ['bank_file_unreadable', 'inspection_unavailable'] as const

export const bankAnswerRoutes = {
  checkBankAnswer: route('POST', '/bank-answers/check', {
    summary:
      'What a bank’s answer (pain.002, camt.052, camt.053, camt.054) would change: its bytes are the body; nothing is stored',
    who: 'admin',
    right: 'money',
    transaction: 'own',
    ownership: 'staff',
    accepts: 'stream',
    bodySeconds,
    unkeyed: 'readsOnly',
    heavy: true,
    returns: answerPlan,
    refusals: [...bankFileRefusals],
  }),
  applyBankAnswer: route('POST', '/bank-answers', {
    summary:
      'Apply a bank’s answer, all or nothing: the same bytes again, what was seen of them, and the credits to record. Refused ' +
      'with `bank_answer_changed` if something else would happen; a file that was applied before changes nothing',
    who: 'admin',
    right: 'money',
    transaction: 'own',
    ownership: 'staff',
    query: z.strictObject({ seen: z.string().check(z.maxLength(64)), credits: positions }),
    accepts: 'stream',
    bodySeconds,
    unkeyed: 'repeatable',
    heavy: true,
    returns: z.object({ outcome: z.enum(['applied', 'repeated']), answer: appliedAnswer }),
    refusals: [...bankFileRefusals, 'bank_answer_changed', 'bank_answer_empty', 'own_commission'],
  }),
  listBankAnswers: route('GET', '/bank-answers', {
    summary: 'Answers of banks that were applied, newest first',
    who: 'admin',
    query: z.strictObject(pageQuery),
    returns: page(appliedAnswer),
  }),
}

export const bankAnswerEvents = {
  'bank_answer.applied': event<
    null,
    {
      readonly messageId: string
      readonly version: string
      readonly acceptedCount: number
      readonly paidCount: number
      readonly paidCents: number
      readonly rejectedCount: number
      readonly rejectedCents: number
      readonly verifiedCount: number
      readonly clientPaymentCount: number
    }
  >(null),
  /** The bank knows the account under a name that is close to its holder's; null where it does not say which. */
  'payment_info.name_differs': event<null, { readonly bankName: string | null }>('person'),
}
