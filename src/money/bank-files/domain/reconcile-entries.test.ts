import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batch, closed, entry, euros, outcomes, paid, payment, statement } from '#test/samples/bank/answer-parts.ts'
import type { BankEntry } from './bank-answer.ts'
import { reconcile } from './reconcile.ts'

describe('booked entries', () => {
  test('a debit of the right amount pays its line on the booking day', () => {
    const answer = statement(entry([payment('E1')]), entry([payment('E2', { amount: euros(2000) })], { bookedOn: '2026-12-02' }))
    expect(outcomes(answer, batch('sent', 'accepted'))).toEqual({ E1: [paid()], E2: [paid('2026-12-02')] })
  })

  test('a cent more or less is refused with both figures', () => {
    expect(outcomes(statement(entry([payment('E1', { amount: euros(1001) })])), batch('sent'))).toEqual({
      E1: [{ result: 'difference', expectedCents: 1000, statedCents: 1001 }],
    })
  })

  test('amounts that only the entry states are taken if they are the sum of the lines', () => {
    const both = [payment('E1', { amount: null }), payment('E2', { amount: null })]
    expect(outcomes(statement(entry(both, { amount: euros(3000) })), batch('sent', 'sent'))).toEqual({
      E1: [paid()],
      E2: [paid()],
    })
    expect(outcomes(statement(entry(both, { amount: euros(3001) })), batch('sent', 'sent'))).toEqual({
      E1: [{ result: 'difference', expectedCents: 1000, statedCents: null }],
      E2: [{ result: 'difference', expectedCents: 2000, statedCents: null }],
    })
  })

  test('what is not booked yet, or is in another currency, changes nothing', () => {
    const foreign = entry([payment('E2', { amount: { currency: 'CHF', cents: null } })])
    expect(outcomes(statement(entry([payment('E1')], { isBooked: false }), foreign), batch('sent', 'sent'))).toEqual({
      E1: [{ result: 'pending', status: 'PDNG' }],
      E2: [{ result: 'other_currency', currency: 'CHF' }],
    })
  })

  const wholeFile = (count: number | null, cents: number) =>
    statement(
      entry([], { amount: euros(cents), batches: [{ paymentInfoId: 'PAY-1', messageId: null, count, amount: euros(cents) }] }),
    )

  test('one debit of the whole file pays the lines that the bank has not rejected', () => {
    expect(outcomes(wholeFile(2, 4000), batch('sent', 'rejected', 'accepted'))).toEqual({ E1: [paid()], E3: [paid()] })
    expect(outcomes(wholeFile(null, 4000), batch('sent', 'rejected', 'accepted'))).toEqual({ E1: [paid()], E3: [paid()] })
  })

  test.each([
    [3, 4000],
    [2, 4001],
    [3, 6000],
  ])('a debit of %i payments and %i cents for a file of 2 and 4000 is refused with both figures', (statedCount, statedCents) => {
    expect(reconcile(wholeFile(statedCount, statedCents), [batch('sent', 'rejected', 'accepted')])).toMatchObject({
      lines: [],
      notes: [{ messageId: 'PAY-1', note: 'difference', expectedCount: 2, expectedCents: 4000, statedCount, statedCents }],
      unknown: [],
    })
  })

  test('a payment that names only its group stands for the whole file', () => {
    const answer = statement(entry([payment(null, { paymentInfoId: 'PAY-1', amount: euros(3000) })]))
    expect(outcomes(answer, batch('sent', 'sent'))).toEqual({ E1: [paid()], E2: [paid()] })
  })

  test('the payments of a batch that are listed one by one are taken one by one', () => {
    const batches = [{ paymentInfoId: 'PAY-1', messageId: null, count: 2, amount: euros(3001) }]
    const both = [payment('E1'), payment('E2', { amount: euros(2001) })]
    expect(reconcile(statement(entry(both, { batches })), [batch('sent', 'sent')])).toMatchObject({
      lines: [{ outcome: paid() }, { outcome: { result: 'difference', expectedCents: 2000, statedCents: 2001 } }],
      notes: [],
    })
  })

  const comesBack = entry([payment('E1', { direction: 'credit', isReturn: true, returnReason: closed })], {
    direction: 'credit',
    reference: 'R2',
    bookedOn: '2026-12-03',
  })
  const returned = { result: 'returned', on: '2026-12-03', reasons: [closed] }

  test('a credit with the line’s reference returns it, wherever the file has the debit', () => {
    const debit = entry([payment('E1')])
    expect(outcomes(statement(debit, comesBack), batch('sent'))).toEqual({ E1: [paid(), returned] })
    expect(outcomes(statement(comesBack, debit), batch('sent'))).toEqual({ E1: [paid(), returned] })
    expect(outcomes(statement(comesBack), batch('paid'))).toEqual({ E1: [returned] })
  })

  test('what was rejected comes back as a credit without changing anything, and its debit is a contradiction', () => {
    expect(outcomes(statement(comesBack), batch('rejected'))).toEqual({ E1: [{ result: 'already_applied', state: 'rejected' }] })
    expect(outcomes(statement(entry([payment('E1')])), batch('rejected'))).toEqual({
      E1: [{ result: 'contradiction', state: 'rejected', says: 'paid' }],
    })
  })

  test('a second debit in one file is shown, the same entry twice is not', () => {
    const first = entry([payment('E1')])
    expect(outcomes(statement(first, { ...first, reference: 'R9' }), batch('sent'))).toEqual({
      E1: [paid(), { result: 'contradiction', state: 'paid', says: 'paid' }],
    })
    expect(outcomes(statement(first, first), batch('sent'))).toEqual({
      E1: [paid(), { result: 'already_applied', state: 'paid' }],
    })
  })

  test('other debits are listed by their references, clients’ credits are not', () => {
    const answer = statement(
      entry([payment('RENT-12', { amount: euros(50_000) })]),
      entry([], { batches: [{ paymentInfoId: 'SALARIES', messageId: 'M', count: 3, amount: euros(9) }] }),
      entry([payment('CLIENT-1', { direction: 'credit' })], { direction: 'credit' }),
      entry([payment('OLD-1', { direction: 'credit', isReturn: true })], { direction: 'credit' }),
      entry([payment(null)]),
    )
    const { lines, notes, unknown, others, credits } = reconcile(answer, [batch('sent')])
    expect([lines, notes]).toEqual([[], []])
    expect(unknown).toEqual([
      { of: 'line', reference: 'RENT-12', cents: 50_000 },
      { of: 'group', reference: 'SALARIES', cents: 9 },
    ])
    expect(others.map(({ kind, payment: { endToEndId } }) => [kind, endToEndId])).toEqual([
      ['debit', null],
      ['returned', 'OLD-1'],
    ])
    expect(credits.flatMap(({ transactions }) => transactions.map(({ endToEndId }) => endToEndId))).toEqual(['CLIENT-1'])
  })

  test('a debit that reverses a credit pays nothing, whatever reference or file it names', () => {
    const reversed = entry([payment('E1', { isReturn: true })])
    const whole = entry([payment(null, { isReturn: true })], {
      batches: [{ paymentInfoId: 'PAY-1', messageId: null, count: 1, amount: euros(1000) }],
    })
    const { lines, others } = reconcile(statement(reversed, whole), [batch('sent')])
    expect(lines).toEqual([])
    expect(others.map(({ kind, payment: { endToEndId } }) => [kind, endToEndId])).toEqual([
      ['reversed', 'E1'],
      ['reversed', null],
    ])
  })

  test('a file that comes back as one amount returns its lines if it agrees to the cent', () => {
    const back = (cents: number) =>
      entry([payment(null, { direction: 'credit', amount: euros(cents), isReturn: true, returnReason: closed })], {
        direction: 'credit',
        batches: [{ paymentInfoId: 'PAY-1', messageId: null, count: 2, amount: euros(cents) }],
      })
    const ofAll = { result: 'returned', on: '2026-12-01', reasons: [closed] }
    expect(outcomes(statement(back(3000)), batch('paid', 'paid'))).toEqual({ E1: [ofAll], E2: [ofAll] })
    expect(reconcile(statement(back(2999)), [batch('paid', 'paid')])).toMatchObject({
      lines: [],
      notes: [{ note: 'difference', expectedCents: 3000, statedCents: 2999 }],
    })
  })
})

const direction = fc.constantFrom('debit' as const, 'credit' as const)
const amount = fc.option(fc.constantFrom(euros(1000), euros(2000), euros(7), { currency: 'USD', cents: null }))
const payments = fc.array(
  fc
    .record({
      direction,
      amount,
      isReturn: fc.boolean(),
      endToEndId: fc.constantFrom('E1', 'E2', 'RENT', null),
      paymentInfoId: fc.constantFrom('PAY-1', 'SALARIES', null),
    })
    .map(({ endToEndId, ...parts }) => payment(endToEndId, parts)),
  { minLength: 1, maxLength: 4 },
)
const batches = fc.array(
  fc.record({
    paymentInfoId: fc.constantFrom('PAY-1', 'SALARIES', null),
    messageId: fc.constantFrom('PAY-1', 'M', null),
    count: fc.constantFrom(1, 2, null),
    amount,
  }),
  { maxLength: 2 },
)
const entries = fc
  .record({ payments, batches, direction, isBooked: fc.boolean() })
  .map(({ payments: all, ...parts }): BankEntry => entry(all, parts))

test('every booking of an account is in one list', () => {
  fc.assert(
    fc.property(entries, fc.constantFrom('sent' as const, 'paid' as const), (each, state) => {
      const { lines, notes, unknown, others, credits } = reconcile(statement(each), [batch(state, state)])
      const single = unknown.filter(({ of }) => of === 'line').length + others.length + credits.length
      const named = each.transactions.filter(({ endToEndId }) => endToEndId === 'E1' || endToEndId === 'E2').length
      const ofBatches = notes.length + unknown.filter(({ of }) => of === 'group').length
      expect(lines.length + notes.length + unknown.length + others.length + credits.length).toBeGreaterThan(0)
      // Either the payments are listed one by one, or the batches stand for those of the entry's direction.
      const isOneByOne = single + lines.length === each.transactions.length && ofBatches === 0
      const rest = each.transactions.filter(({ direction: of }) => of !== each.direction).length
      if (!isOneByOne) expect([named === 0 || rest >= named, single <= rest]).toEqual([true, true])
    }),
    { numRuns: 2000 },
  )
})
