import { nameOf } from '#accounts/people/domain.ts'
import { payeeWords } from '#money/bank-details/web/payee-words.ts'
import type { PayoutLineState } from '#money/payouts/domain/payout-lines.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import type { AnswerLine, AnswerNote, AnswerPlan, AppliedAnswer } from '../api.ts'
import { m } from '../messages/messages.ts'

const states: Readonly<Record<PayoutLineState, string>> = {
  sent: m.stateSent(),
  accepted: m.stateAccepted(),
  paid: m.statePaid(),
  rejected: m.stateRefused(),
  returned: m.stateReturned(),
  withdrawn: m.stateWithdrawn(),
}

type Words = (line: AnswerLine) => string

const words: Readonly<Record<AnswerLine['result'], Words>> = {
  accepted: ({ status }) => withStatus(m.acceptedByBank(), status),
  paid: ({ on, status }) => (status ? m.settledSoPaid({ on: day(on), status }) : m.paidOn({ on: day(on) })),
  rejected: ({ reason, refusesAccount }) => `${m.refusedBecause({ reason: reason ?? '' })}${refusesAccount ? accountNote : ''}`,
  returned: ({ on, reason, refusesAccount }) =>
    `${m.returnedBecause({ on: day(on), reason: reason ?? '' })}${refusesAccount ? accountNote : ''}`,
  verified: ({ match, bankName }) => (match ? payeeWords(match, bankName) : ''),
  later: ({ on }) => m.bookedLater({ on: day(on) }),
  early: ({ on }) => m.bookedEarly({ on: day(on) }),
  pending: ({ status }) => withStatus(m.undecided(), status),
  unknown_status: ({ status }) => (status ? m.unknownStatus({ status }) : m.noStatus()),
  difference: ({ totalCents, statedCents }) =>
    m.expectedButStated({ expected: formatEurosExact(totalCents), stated: euros(statedCents) }),
  other_currency: ({ currency }) => inCurrency(currency),
  already_applied: ({ state }) => m.alreadyState({ state: states[state] }),
  contradiction: ({ says, state }) => m.contradiction({ says: says ? states[says] : m.somethingElse(), state: states[state] }),
}
const accountNote = m.accountNote()
const withStatus = (text: string, status: string | null) => (status ? `${text} (${status})` : text)
const inCurrency = (currency: string | null) => (currency === null ? m.statedInOtherCurrency() : m.statedInCurrency({ currency }))
const day = (on: string | null) => (on ? dayText(on) : '')

export const lineWords = (line: AnswerLine): string => words[line.result](line)

/** Groups of the dry run in the order in which they are shown; the first ones change something. */
export const groups: readonly { readonly title: string; readonly results: readonly AnswerLine['result'][] }[] = [
  { title: m.refusedOrReturned(), results: ['rejected', 'returned'] },
  { title: m.paid(), results: ['paid'] },
  { title: m.verifiedPayees(), results: ['verified'] },
  { title: m.accepted(), results: ['accepted'] },
  { title: m.differences(), results: ['difference', 'early', 'other_currency', 'contradiction', 'unknown_status'] },
  { title: m.notDecided(), results: ['pending', 'later'] },
  { title: m.appliedBefore(), results: ['already_applied'] },
]

const transferCount = (count: number | null) => (count === null ? m.noTransferCount() : m.transferCount({ count }))
const transfersFor = (count: number | null, cents: number | null) =>
  m.transfersFor({ transfers: transferCount(count), sum: euros(cents) })
const euros = (cents: number | null) => (cents === null ? m.noAmount() : formatEurosExact(cents))

/** What the bank says of a whole file. */
export function noteWords(note: AnswerNote): string {
  switch (note.note) {
    case 'difference':
      return m.expectedButStated({
        expected: transfersFor(note.expectedCount, note.expectedCents),
        stated: note.statedCount === null ? euros(note.statedCents) : transfersFor(note.statedCount, note.statedCents),
      })
    case 'other_currency':
      return inCurrency(note.currency)
    case 'partial_without_lines':
      return m.partTaken()
    case 'pending':
      return withStatus(m.undecided(), note.status)
    case 'unknown_status':
      return m.unknownStatus({ status: note.status ?? '' })
  }
}

const kinds: Readonly<Record<string, string>> = {
  'pain.002': m.statusReport(),
  'camt.052': m.reportOfDay(),
  'camt.053': m.accountStatement(),
  'camt.054': m.notification(),
}

/** 'Statement of 01/12/2026 to 02/12/2026' */
export function messageTitle({ version, periodFrom, periodTo }: Pick<AnswerPlan, 'version' | 'periodFrom' | 'periodTo'>): string {
  const kind = kinds[version.slice(0, 8)] ?? m.theAnswer()
  return periodTo === periodFrom
    ? m.kindOfDay({ kind, day: dayText(periodFrom) })
    : m.messageOfPeriod({ kind, from: dayText(periodFrom), to: dayText(periodTo) })
}

/** 'on 2 December 2026 by Ada' */
export const appliedWords = ({ appliedAt, appliedBy }: AppliedAnswer): string =>
  m.whenByWhom({ day: longDate(appliedAt), name: nameOf(appliedBy) })

/** 'paid 3, refused 1' */
export function countWords(
  counts: Omit<AppliedAnswer, 'id' | 'appliedAt' | 'appliedBy' | 'version' | 'messageId' | 'sender' | 'periodFrom' | 'periodTo'>,
): string {
  const parts = [
    [m.paidCount, counts.paidCount],
    [m.refusedCount, counts.rejectedCount],
    [m.acceptedCount, counts.acceptedCount],
    [m.verifiedCount, counts.verifiedCount],
    [m.clientPaymentCount, counts.clientPaymentCount],
  ] as const
  return parts.flatMap(([message, count]) => (count > 0 ? [message({ count })] : [])).join(', ')
}
