import { describe, expect, test } from 'vitest'
import { closed } from '#test/samples/bank/answer-parts.ts'
import { afterEffect, earlyDay, effectOf, type LineFacts } from './answer-effects.ts'
import { bankReasonsText, refusesAccount } from './bank-reasons.ts'

const line: LineFacts = { state: 'sent', bankStatus: null, payeeMatch: null, payeeName: null, issuedOn: '2026-11-30' }
const rules = { settledIsPaid: false, answeredOn: '2026-12-01', today: '2026-12-03' }

describe('what an outcome does to its line', () => {
  test('a settled transfer is paid only if the programme says so', () => {
    const settled = { result: 'accepted', status: 'ACSC', isSettled: true } as const
    expect(effectOf(settled, line, rules)).toEqual({ does: 'accepted', status: 'ACSC' })
    expect(effectOf(settled, line, { ...rules, settledIsPaid: true })).toEqual({
      does: 'paid',
      on: '2026-12-01',
      status: 'ACSC',
    })
    expect(effectOf({ ...settled, isSettled: false }, line, { ...rules, settledIsPaid: true })?.does).toBe('accepted')
  })

  test('what was paid before its payout was issued changes nothing', () => {
    const paid = (on: string) => ({ result: 'paid', on }) as const
    expect(effectOf(paid('2026-11-30'), line, rules)?.does).toBe('paid')
    expect([effectOf(paid('2026-11-29'), line, rules), earlyDay(paid('2026-11-29'), line, rules)]).toEqual([null, '2026-11-29'])
    const settled = { result: 'accepted', status: 'ACSC', isSettled: true } as const
    expect(effectOf(settled, { ...line, issuedOn: '2026-12-02' }, { ...rules, settledIsPaid: true })).toBeNull()
  })

  test('what the line says already is no change', () => {
    const accepted = { result: 'accepted', status: 'ACCP', isSettled: false } as const
    const after = afterEffect(line, { does: 'accepted', status: 'ACCP' })
    expect([effectOf(accepted, after, rules), effectOf({ ...accepted, status: 'ACSP' }, after, rules)?.does]).toEqual([
      null,
      'accepted',
    ])
    const match = { result: 'verified', match: 'close_match', bankName: 'COEUR CONSEIL' } as const
    const verified = effectOf(match, line, rules)
    expect(verified).toEqual({ does: 'verified', match: 'close_match', bankName: 'COEUR CONSEIL' })
    expect(verified && effectOf(match, afterEffect(line, verified), rules)).toBe(null)
  })

  test('a rejection is dated by its report, a return by its booking', () => {
    expect(effectOf({ result: 'rejected', reasons: [closed] }, line, rules)).toEqual({
      does: 'rejected',
      on: '2026-12-01',
      reasons: [closed],
      refusesAccount: true,
    })
    expect(effectOf({ result: 'returned', on: '2026-12-02', reasons: [] }, line, rules)).toEqual({
      does: 'returned',
      on: '2026-12-02',
      reasons: [],
      refusesAccount: false,
    })
  })

  test('only some reasons refuse the account', () => {
    expect([refusesAccount([{ code: 'AM05', info: [] }]), refusesAccount([{ code: 'MS03', info: [] }, closed])]).toEqual([
      false,
      true,
    ])
  })

  test('long reasons are cut within their length', () => {
    const text = bankReasonsText([{ code: 'NARR', info: ['x'.repeat(600)] }], 500)
    expect([text.length, text.at(-1)]).toEqual([500, '…'])
  })

  test.each([
    { result: 'difference', expectedCents: 1000, statedCents: 1001 },
    { result: 'already_applied', state: 'paid' },
    { result: 'contradiction', state: 'rejected', says: 'paid' },
    { result: 'pending', status: 'PDNG' },
    { result: 'unknown_status', status: null },
    { result: 'other_currency', currency: 'CHF' },
  ] as const)('$result changes nothing', (outcome) => expect(effectOf(outcome, line, rules)).toBe(null))
})
