import type { Cents } from '#platform/domain/money.ts'
import type { BankEntry, BankReason, BankTransaction } from './bank-answer.ts'

/** How far the bank has come with a line; `withdrawn`: its file was taken back before the bank executed it. */
export type LineState = 'sent' | 'accepted' | 'paid' | 'rejected' | 'returned' | 'withdrawn'

export interface ExpectedLine {
  readonly endToEndId: string
  readonly instructionId: string
  readonly cents: Cents
  readonly state: LineState
}

/** A payout file on which the bank may still have something to say. */
export interface LiveBatch {
  /** Also the identification of its one group of payments. */
  readonly messageId: string
  readonly lines: readonly ExpectedLine[]
}

/** Result of a verification of payee (Regulation (EU) 2024/886). */
export const payeeMatches = ['match', 'close_match', 'no_match', 'not_possible'] as const
export type PayeeMatch = (typeof payeeMatches)[number]

/** What the bank's answer means for a line. The first four change it, the others are shown to staff. */
export type LineOutcome =
  /** `isSettled`: the bank reports the debit as done, which some providers take for paid. */
  | { readonly result: 'accepted'; readonly status: string; readonly isSettled: boolean }
  | { readonly result: 'rejected'; readonly reasons: readonly BankReason[] }
  | { readonly result: 'paid'; readonly on: string }
  | { readonly result: 'returned'; readonly on: string; readonly reasons: readonly BankReason[] }
  /** `bankName`: the holder's name as the bank has it, with a close match. */
  | { readonly result: 'verified'; readonly match: PayeeMatch; readonly bankName: string | null }
  | { readonly result: 'pending'; readonly status: string }
  | { readonly result: 'unknown_status'; readonly status: string | null }
  /** `statedCents` is null if the bank does not state the amount. */
  | { readonly result: 'difference'; readonly expectedCents: Cents; readonly statedCents: Cents | null }
  | { readonly result: 'other_currency'; readonly currency: string }
  | { readonly result: 'already_applied'; readonly state: LineState }
  /** The bank says what cannot follow, such as a debit of a line that it rejected. */
  | { readonly result: 'contradiction'; readonly state: LineState; readonly says: LineState }

export interface ReconciledLine {
  readonly messageId: string
  readonly endToEndId: string
  readonly outcome: LineOutcome
}

/** What the answer says of a whole batch without changing its lines. */
export type BatchNote = { readonly messageId: string } & (
  | {
      readonly note: 'difference'
      readonly expectedCount: number
      readonly expectedCents: Cents
      readonly statedCount: number | null
      readonly statedCents: Cents | null
    }
  | { readonly note: 'other_currency'; readonly currency: string }
  /** The bank took a part of the file and does not say which. */
  | { readonly note: 'partial_without_lines' }
  | { readonly note: 'pending' | 'unknown_status'; readonly status: string }
)

/** A reference of the bank's that belongs to no live batch. */
export interface UnknownReference {
  readonly of: 'message' | 'group' | 'line'
  readonly reference: string
  readonly cents: Cents | null
}

export const otherMovementKinds = ['returned', 'reversed', 'debit', 'credit', 'pending'] as const

/**
 * A movement of the account that names no transfer of ours. `returned`: a credit gives money back; `reversed`: a debit takes back
 * a credit of before; `credit`: without an amount in euros; `pending`: not booked yet.
 */
export interface OtherMovement {
  readonly kind: (typeof otherMovementKinds)[number]
  readonly on: string
  readonly payment: BankTransaction
}

export interface Reconciliation {
  readonly lines: readonly ReconciledLine[]
  readonly notes: readonly BatchNote[]
  readonly unknown: readonly UnknownReference[]
  readonly others: readonly OtherMovement[]
  /** Booked credits in euros that belong to no transfer of ours, each alone in its entry: clients may have sent them. */
  readonly credits: readonly BankEntry[]
}
