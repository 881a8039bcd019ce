import { readAsPartners } from '#access/server/companies.ts'
import {
  type AnswerRules,
  afterEffect,
  earlyDay,
  effectOf,
  isLater,
  type LineEffect,
  type LineFacts,
} from '#money/bank-files/domain/answer-effects.ts'
import type { BankAnswer, BankEntry } from '#money/bank-files/domain/bank-answer.ts'
import { bankReasonsText, maxReasonLength } from '#money/bank-files/domain/bank-reasons.ts'
import type { BatchNote, LineOutcome, OtherMovement, UnknownReference } from '#money/bank-files/domain/live-batch.ts'
import { reconcile } from '#money/bank-files/domain/reconcile.ts'
import type { AnswerLine, AnswerNote } from '../api.ts'
import { type ExpectedRow, toBatches } from './expected-lines.ts'

/** The steps by which an answer changes a line, in their order. */
export interface LineChange {
  readonly row: ExpectedRow
  readonly effect: LineEffect
}

export interface LinePlan {
  readonly lines: readonly AnswerLine[]
  readonly notes: readonly AnswerNote[]
  readonly unknown: readonly UnknownReference[]
  readonly others: readonly OtherMovement[]
  /** What clients may have paid. */
  readonly clientCredits: readonly BankEntry[]
  readonly changes: readonly LineChange[]
}

/** What an answer means for the lines of payout files, given as they are now. */
export function planLines(answer: BankAnswer, rows: readonly ExpectedRow[], rules: AnswerRules): LinePlan {
  const { lines: reconciled, notes, unknown, others, credits } = reconcile(answer, toBatches(rows))
  const byId = new Map(rows.map((row) => [row.end_to_end_id, row]))
  const now = new Map(rows.map((row) => [row.id, factsOf(row)]))
  const changes: LineChange[] = []
  const early = new Set<ExpectedRow>()
  const lines = reconciled.flatMap(({ endToEndId, outcome: told }): AnswerLine[] => {
    const row = byId.get(endToEndId)
    const facts = row && now.get(row.id)
    if (!row || !facts) return []
    // What was not paid does not come back.
    const outcome: LineOutcome =
      early.has(row) && told.result === 'returned' ? { result: 'contradiction', state: facts.state, says: 'returned' } : told
    if (earlyDay(outcome, facts, rules) !== null) early.add(row)
    // The bank's reason is kept with the payout, where its partner reads it.
    const effect = readAsPartners(() => effectOf(outcome, facts, rules))
    if (effect) {
      changes.push({ row, effect })
      now.set(row.id, afterEffect(facts, effect))
    }
    return [presentLine(row, facts, outcome, effect, rules)]
  })
  return { lines, notes: notes.map(presentNote), unknown, others, clientCredits: credits, changes }
}

const factsOf = (row: ExpectedRow): LineFacts => ({
  state: row.state,
  bankStatus: row.bank_status,
  payeeMatch: row.payee_match,
  payeeName: row.payee_name,
  issuedOn: row.issued_on,
})

function presentLine(
  row: ExpectedRow,
  before: LineFacts,
  outcome: LineOutcome,
  effect: LineEffect | null,
  rules: AnswerRules,
): AnswerLine {
  const early = earlyDay(outcome, before, rules)
  const reasonText = 'reasons' in outcome ? bankReasonsText(outcome.reasons, maxReasonLength) : null
  return {
    endToEndId: row.end_to_end_id,
    fileMessageId: row.message_id,
    payout: { id: row.payout_id, reference: row.reference },
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    totalCents: row.total_cents,
    state: before.state,
    result: early === null ? resultOf(outcome, effect, rules) : 'early',
    changes: effect !== null,
    on: early ?? (effect && 'on' in effect ? effect.on : 'on' in outcome ? outcome.on : null),
    status: 'status' in outcome ? outcome.status : null,
    reason: reasonText,
    refusesAccount: effect !== null && 'refusesAccount' in effect && effect.refusesAccount,
    match: outcome.result === 'verified' ? outcome.match : null,
    bankName: outcome.result === 'verified' ? outcome.bankName : null,
    statedCents: outcome.result === 'difference' ? outcome.statedCents : null,
    currency: outcome.result === 'other_currency' ? outcome.currency : null,
    says: outcome.result === 'contradiction' ? outcome.says : null,
  }
}

/** A settled transfer that counts as paid is shown as paid, and what the line says already as applied before. */
function resultOf(outcome: LineOutcome, effect: LineEffect | null, rules: AnswerRules): AnswerLine['result'] {
  if (isLater(outcome, rules)) return 'later'
  if (effect) return effect.does
  return outcome.result === 'accepted' || outcome.result === 'verified' ? 'already_applied' : outcome.result
}

function presentNote(note: BatchNote): AnswerNote {
  const isDifference = note.note === 'difference'
  return {
    fileMessageId: note.messageId,
    note: note.note,
    status: 'status' in note ? note.status : null,
    currency: 'currency' in note ? note.currency : null,
    expectedCount: isDifference ? note.expectedCount : null,
    expectedCents: isDifference ? note.expectedCents : null,
    statedCount: isDifference ? note.statedCount : null,
    statedCents: isDifference ? note.statedCents : null,
  }
}
