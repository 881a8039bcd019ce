import { nameOf } from '#accounts/people/domain.ts'
import type { PayeeMatch } from '#money/bank-files/domain/live-batch.ts'
import type { PayoutLineState } from '#money/payout-files/domain.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import type { AnswerLine, AnswerNote, AnswerPlan, AppliedAnswer } from '../api.ts'

const states: Readonly<Record<PayoutLineState, string>> = {
  sent: 'sent',
  accepted: 'accepted by the bank',
  paid: 'paid',
  rejected: 'refused',
  returned: 'returned',
  withdrawn: 'in a file that was withdrawn',
}

const matches: Readonly<Record<PayeeMatch, string>> = {
  match: 'Name and IBAN belong together',
  close_match: 'The bank knows this account under a similar name',
  no_match: 'The bank knows this account under another name',
  not_possible: 'The bank could not compare name and IBAN',
}

/** What a verification of payee says, with the bank's spelling. */
export const payeeWords = (match: PayeeMatch, bankName: string | null): string =>
  bankName === null ? matches[match] : `${matches[match]}: ${bankName}`

type Words = (line: AnswerLine) => string

const words: Readonly<Record<AnswerLine['result'], Words>> = {
  accepted: ({ status }) => `Accepted by the bank${status ? ` (${status})` : ''}`,
  paid: ({ on, status }) => (status ? `Settled, so paid on ${day(on)} (${status})` : `Paid on ${day(on)}`),
  rejected: ({ reason, refusesAccount }) => `Refused: ${reason ?? ''}${refusesAccount ? accountNote : ''}`,
  returned: ({ on, reason, refusesAccount }) => `Returned on ${day(on)}: ${reason ?? ''}${refusesAccount ? accountNote : ''}`,
  verified: ({ match, bankName }) => (match ? payeeWords(match, bankName) : ''),
  later: ({ on }) => `Booked on ${day(on)}, a day still to come`,
  pending: ({ status }) => `Not decided yet${status ? ` (${status})` : ''}`,
  unknown_status: ({ status }) => (status ? `Unknown status ${status}` : 'The bank gives no status'),
  difference: ({ totalCents, statedCents }) => `Expected ${formatEurosExact(totalCents)}, the bank says ${euros(statedCents)}`,
  other_currency: ({ currency }) => `The bank gives the amount in ${currency ?? 'another currency'}`,
  already_applied: ({ state }) => `Already ${states[state]}`,
  contradiction: ({ says, state }) => `The bank says ${says ? states[says] : 'something else'}, but here it is ${states[state]}`,
}
const accountNote = '. Nothing is paid to this account until its owner changes it.'
const day = (on: string | null) => (on ? dayText(on) : '')

export const lineWords = (line: AnswerLine): string => words[line.result](line)

/** Groups of the dry run in the order in which they are shown; the first ones change something. */
export const groups: readonly { readonly title: string; readonly results: readonly AnswerLine['result'][] }[] = [
  { title: 'Refused or returned', results: ['rejected', 'returned'] },
  { title: 'Paid', results: ['paid'] },
  { title: 'Payees that the bank has verified', results: ['verified'] },
  { title: 'Accepted', results: ['accepted'] },
  { title: 'Differences: not applied', results: ['difference', 'other_currency', 'contradiction', 'unknown_status'] },
  { title: 'Not decided yet', results: ['pending', 'later'] },
  { title: 'Applied before', results: ['already_applied'] },
]

const transferCount = (count: number | null) => (count === 1 ? '1 transfer' : `${count ?? 'no number of'} transfers`)
const euros = (cents: number | null) => (cents === null ? 'no amount' : formatEurosExact(cents))

/** What the bank says of a whole file. */
export function noteWords(note: AnswerNote): string {
  switch (note.note) {
    case 'difference':
      return (
        `Expected ${transferCount(note.expectedCount)} for ${euros(note.expectedCents)}, ` +
        `the bank says ${note.statedCount === null ? '' : `${transferCount(note.statedCount)} for `}${euros(note.statedCents)}`
      )
    case 'other_currency':
      return `The bank gives the amount in ${note.currency ?? 'another currency'}`
    case 'partial_without_lines':
      return 'The bank took a part of the file and does not say which: ask it, or wait for the statement'
    case 'pending':
      return `Not decided yet${note.status ? ` (${note.status})` : ''}`
    case 'unknown_status':
      return `Unknown status ${note.status ?? ''}`
  }
}

const kinds: Readonly<Record<string, string>> = {
  'pain.002': 'Status report',
  'camt.052': 'Report of the day',
  'camt.053': 'Statement',
  'camt.054': 'Notification',
}

/** 'Statement of 01/12/2026 to 02/12/2026' */
export function messageTitle({ version, periodFrom, periodTo }: Pick<AnswerPlan, 'version' | 'periodFrom' | 'periodTo'>): string {
  const kind = kinds[version.slice(0, 8)] ?? 'Answer'
  return `${kind} of ${dayText(periodFrom)}${periodTo === periodFrom ? '' : ` to ${dayText(periodTo)}`}`
}

/** 'on 2 December 2026 by Ada' */
export const appliedWords = ({ appliedAt, appliedBy }: AppliedAnswer): string =>
  `on ${longDate(appliedAt)} by ${nameOf(appliedBy)}`

/** 'paid 3, refused 1' */
export function countWords(
  counts: Omit<AppliedAnswer, 'id' | 'appliedAt' | 'appliedBy' | 'version' | 'messageId' | 'sender' | 'periodFrom' | 'periodTo'>,
): string {
  const parts = [
    ['paid', counts.paidCount],
    ['refused or returned', counts.rejectedCount],
    ['accepted', counts.acceptedCount],
    ['verified', counts.verifiedCount],
    [counts.clientPaymentCount === 1 ? 'client payment' : 'client payments', counts.clientPaymentCount],
  ] as const
  return parts.flatMap(([text, count]) => (count > 0 ? [`${count} ${text}`] : [])).join(', ')
}
