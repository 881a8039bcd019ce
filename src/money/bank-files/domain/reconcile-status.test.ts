import { describe, expect, test } from 'vitest'
import { accepted, batch, closed, euros, line, outcomes, report } from '#test/samples/bank/answer-parts.ts'
import type { LiveBatch } from './live-batch.ts'
import { reconcile } from './reconcile.ts'

describe('a status report', () => {
  test('rejects the lines that it lists, with the reason, and accepts the others of a partly accepted file', () => {
    const answer = report({ status: 'PART', lines: [line('E2', 'RJCT', { reasons: [closed] })] })
    expect(outcomes(answer, batch('sent', 'sent', 'sent'))).toEqual({
      E1: accepted('PART'),
      E2: [{ result: 'rejected', reasons: [closed] }],
      E3: accepted('PART'),
    })
  })

  test('of a partly accepted file without lines changes nothing: it does not say which', () => {
    expect(reconcile(report({ status: 'PART' }), [batch('sent', 'sent')])).toMatchObject({
      lines: [],
      notes: [{ messageId: 'PAY-1', note: 'partial_without_lines' }],
      unknown: [],
    })
  })

  test.each([
    ['ACTC', false],
    ['ACCP', false],
    ['ACSP', false],
    ['ACSC', true],
  ])('%s for the file is of all its lines; settled: %s', (status, isSettled) => {
    expect(outcomes(report({ status }), batch('sent', 'sent'))).toEqual({
      E1: accepted(status, isSettled),
      E2: accepted(status, isSettled),
    })
  })

  test('a rejected file rejects all its lines for its reason', () => {
    const reasons = [{ code: 'AM04', info: [] }]
    expect(outcomes(report({ status: 'RJCT', reasons }), batch('sent', 'accepted'))).toEqual({
      E1: [{ result: 'rejected', reasons }],
      E2: [{ result: 'rejected', reasons }],
    })
  })

  test('the status of the group of payments goes before that of the file', () => {
    const groups = [{ paymentInfoId: 'PAY-1', status: 'RJCT', reasons: [closed] }]
    expect(outcomes(report({ status: 'ACCP', groups }), batch('sent'))).toEqual({
      E1: [{ result: 'rejected', reasons: [closed] }],
    })
  })

  test('accepting a file does not revive lines that were rejected before', () => {
    expect(outcomes(report({ status: 'ACSC' }), batch('rejected', 'sent', 'paid'))).toEqual({
      E1: [{ result: 'already_applied', state: 'rejected' }],
      E2: accepted('ACSC', true),
      E3: [{ result: 'already_applied', state: 'paid' }],
    })
  })

  test('a line is found by its instruction id where the bank gives no end-to-end id', () => {
    expect(outcomes(report({ lines: [line(null, 'RJCT', { instructionId: 'I2' })] }), batch('sent', 'sent'))).toEqual({
      E2: [{ result: 'rejected', reasons: [] }],
    })
  })

  test('verification of payee: match, close match with the bank’s spelling, no match, not possible', () => {
    const lines = [
      line('E1', 'RCVC'),
      line('E2', 'RVMC', { reasons: [{ code: null, info: ['COEUR CONSEIL'] }] }),
      line('E3', 'RVNM'),
      line('E4', 'RVNA'),
    ]
    expect(outcomes(report({ status: 'RVCM', lines }), batch('sent', 'sent', 'sent', 'sent', 'sent'))).toEqual({
      E1: [{ result: 'verified', match: 'match', bankName: null }],
      E2: [{ result: 'verified', match: 'close_match', bankName: 'COEUR CONSEIL' }],
      E3: [{ result: 'verified', match: 'no_match', bankName: null }],
      E4: [{ result: 'verified', match: 'not_possible', bankName: null }],
    })
    expect(outcomes(report({ status: 'RCVC' }), batch('sent'))).toEqual({
      E1: [{ result: 'verified', match: 'match', bankName: null }],
    })
  })

  test('what is pending or not understood is shown and changes nothing', () => {
    expect(
      outcomes(
        report({ lines: [line('E1', 'PDNG'), line('E2', 'XXXX'), line('E3', 'constructor')] }),
        batch('sent', 'sent', 'sent'),
      ),
    ).toEqual({
      E1: [{ result: 'pending', status: 'PDNG' }],
      E2: [{ result: 'unknown_status', status: 'XXXX' }],
      E3: [{ result: 'unknown_status', status: 'constructor' }],
    })
    expect(reconcile(report({ status: 'PDNG' }), [batch('sent')]).notes).toEqual([
      { messageId: 'PAY-1', note: 'pending', status: 'PDNG' },
    ])
    expect(reconcile(report({ status: 'WHAT' }), [batch('sent')]).notes).toEqual([
      { messageId: 'PAY-1', note: 'unknown_status', status: 'WHAT' },
    ])
  })

  test('another amount than the line’s is refused with both, another currency as well', () => {
    const lines = [line('E1', 'RJCT', { amount: euros(999) }), line('E2', 'RJCT', { amount: { currency: 'USD', cents: null } })]
    expect(outcomes(report({ lines }), batch('sent', 'sent'))).toEqual({
      E1: [{ result: 'difference', expectedCents: 1000, statedCents: 999 }],
      E2: [{ result: 'other_currency', currency: 'USD' }],
    })
  })

  test('contradictions are shown: a rejection of what was paid, an acceptance of what was rejected', () => {
    expect(outcomes(report({ lines: [line('E1', 'RJCT'), line('E2', 'ACSP')] }), batch('paid', 'rejected'))).toEqual({
      E1: [{ result: 'contradiction', state: 'paid', says: 'rejected' }],
      E2: [{ result: 'contradiction', state: 'rejected', says: 'accepted' }],
    })
  })

  test('a report about an unknown file is listed as such', () => {
    expect(reconcile(report({ originalMessageId: 'PAY-9', status: 'RJCT' }), [batch('sent')])).toMatchObject({
      lines: [],
      notes: [],
      unknown: [{ of: 'message', reference: 'PAY-9', cents: null }],
    })
  })

  test('unknown groups, unknown lines and lines of another batch are listed, and nothing is touched', () => {
    const other: LiveBatch = { messageId: 'PAY-2', lines: [{ endToEndId: 'F1', instructionId: 'J1', cents: 5, state: 'sent' }] }
    const groups = [{ paymentInfoId: 'SALARIES', status: 'RJCT', reasons: [] }]
    const lines = [line('E9', 'RJCT', { amount: euros(12) }), line('F1', 'RJCT')]
    expect(reconcile(report({ groups, lines }), [batch('sent'), other])).toMatchObject({
      lines: [],
      notes: [],
      unknown: [
        { of: 'line', reference: 'E9', cents: 12 },
        { of: 'line', reference: 'F1', cents: null },
        { of: 'group', reference: 'SALARIES', cents: null },
      ],
    })
  })
})
