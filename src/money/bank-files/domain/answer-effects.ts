import type { BankReasons } from './bank-answer.ts'
import { keptReasons, refusesAccount } from './bank-reasons.ts'
import type { LineOutcome, LineState, PayeeMatch } from './live-batch.ts'

/** What is stored of a line; `null` for what no bank has said yet. */
export interface LineFacts {
  readonly state: LineState
  readonly bankStatus: string | null
  readonly payeeMatch: PayeeMatch | null
  readonly payeeName: string | null
  /** The day on which its payout was issued. */
  readonly issuedOn: string
}

/** What applying an answer does with one outcome. */
export type LineEffect =
  | { readonly does: 'accepted'; readonly status: string }
  /** `status`: the bank's code where it reported the transfer as settled instead of booking it. */
  | { readonly does: 'paid'; readonly on: string; readonly status: string | null }
  /** `refusesAccount`: nothing more can be paid to this account. */
  | {
      readonly does: 'rejected' | 'returned'
      readonly on: string
      readonly reasons: BankReasons
      readonly refusesAccount: boolean
    }
  | { readonly does: 'verified'; readonly match: PayeeMatch; readonly bankName: string | null }

export interface AnswerRules {
  /** Whether a transfer that the bank reports as settled counts as paid. */
  readonly settledIsPaid: boolean
  /** Day of the answer, which dates what has no day of its own. */
  readonly answeredOn: string
  readonly today: string
}

/** Whether the bank has booked it on a day that is still to come: it changes nothing yet. */
export function isLater(outcome: LineOutcome, { today }: Pick<AnswerRules, 'today'>): boolean {
  return (outcome.result === 'paid' || outcome.result === 'returned') && outcome.on > today
}

/**
 * The day before its payout was issued on which the bank says that it was paid, which cannot be: it changes nothing. Else
 * null.
 */
export function earlyDay(outcome: LineOutcome, line: LineFacts, rules: AnswerRules): string | null {
  const effect = wantedBy(outcome, line, rules)
  return effect?.does === 'paid' && effect.on < line.issuedOn ? effect.on : null
}

/** How an outcome changes its line; null if it is only shown, or if the line is already in that state. */
export function effectOf(outcome: LineOutcome, line: LineFacts, rules: AnswerRules): LineEffect | null {
  if (isLater(outcome, rules) || earlyDay(outcome, line, rules) !== null) return null
  return wantedBy(outcome, line, rules)
}

function wantedBy(outcome: LineOutcome, line: LineFacts, rules: AnswerRules): LineEffect | null {
  switch (outcome.result) {
    case 'accepted':
      if (outcome.isSettled && rules.settledIsPaid) return { does: 'paid', on: rules.answeredOn, status: outcome.status }
      if (line.state === 'accepted' && line.bankStatus === outcome.status) return null
      return { does: 'accepted', status: outcome.status }
    case 'paid':
      return { does: 'paid', on: outcome.on, status: null }
    case 'rejected':
    case 'returned': {
      const { reasons } = outcome
      const on = outcome.result === 'returned' ? outcome.on : rules.answeredOn
      return { does: outcome.result, on, reasons: keptReasons(reasons), refusesAccount: refusesAccount(reasons) }
    }
    case 'verified': {
      const { match, bankName } = outcome
      return line.payeeMatch === match && line.payeeName === bankName ? null : { does: 'verified', match, bankName }
    }
    default:
      return null
  }
}

/** The line after an effect, for the next outcome about it in the same answer. */
export function afterEffect(line: LineFacts, effect: LineEffect): LineFacts {
  if (effect.does === 'verified') return { ...line, payeeMatch: effect.match, payeeName: effect.bankName }
  const status = 'status' in effect ? effect.status : null
  return { ...line, state: effect.does, bankStatus: status ?? line.bankStatus }
}
