import { describe, expect, test } from 'vitest'
import { batch, entry, euros, line, outcomes, payment, report, statement } from '#test/samples/bank/answer-parts.ts'
import type { AccountReport, StatusReport } from './bank-answer.ts'
import type { LineOutcome, LineState, LiveBatch } from './live-batch.ts'
import { reconcile } from './reconcile.ts'

describe('the same answer twice', () => {
  /** The batch with the outcomes applied to its lines. */
  function applied(answer: StatusReport | AccountReport, before: LiveBatch): LiveBatch {
    const all = outcomes(answer, before)
    const change = (state: LineState, { result }: LineOutcome): LineState =>
      result === 'accepted' || result === 'rejected' || result === 'paid' || result === 'returned' ? result : state
    return {
      ...before,
      lines: before.lines.map((each) => ({ ...each, state: (all[each.endToEndId] ?? []).reduce(change, each.state) })),
    }
  }

  const both = [payment('E1'), payment('E2', { amount: euros(2000) })]
  test.each([
    ['a partly accepted file', report({ status: 'PART', lines: [line('E2', 'RJCT')] })],
    ['a rejected file', report({ status: 'RJCT' })],
    ['a settled file', report({ status: 'ACSC' })],
    ['debits', statement(entry(both))],
    [
      'a whole file',
      statement(entry([], { batches: [{ paymentInfoId: 'PAY-1', messageId: null, count: 2, amount: euros(3000) }] })),
    ],
    [
      'a debit and its return',
      statement(
        entry(both),
        entry([payment('E2', { amount: euros(2000), direction: 'credit', isReturn: true })], { direction: 'credit' }),
      ),
    ],
  ])('%s changes nothing the second time', (_, answer) => {
    const once = applied(answer, batch('sent', 'sent'))
    expect(once.lines.every(({ state }) => state !== 'sent')).toBe(true)
    expect(applied(answer, once)).toEqual(once)
    const results = reconcile(answer, [once]).lines.map(({ outcome }) => outcome.result)
    expect(results.filter((result) => result !== 'already_applied' && result !== 'accepted')).toEqual([])
  })
})
