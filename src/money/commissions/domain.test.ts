import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payableBy } from '#money/rules/domain/calendar.ts'
import { percentOf } from '#platform/domain/money.ts'
import {
  type CommissionFacts,
  type CommissionRest,
  clawbackAmount,
  commissionAbilities,
  commissionKinds,
  commissionStats,
  commissionStatuses,
  commissionStatusLabels,
  paymentTerm,
} from './domain.ts'

const sums = fc.record({
  count: fc.nat({ max: 1000 }),
  revenueCents: fc.nat({ max: 1_000_000_000 }),
  amountCents: fc.nat({ max: 1_000_000_000 }),
})

test('a paid commission does not lower the tier, and the statuses add up to the total', () => {
  const stats = commissionStats([
    { status: 'en_attente', count: 1, revenueCents: 100, amountCents: 15 },
    { status: 'valide', count: 2, revenueCents: 1000, amountCents: 200 },
    { status: 'paye', count: 3, revenueCents: 5000, amountCents: 900 },
  ])
  expect(stats).toEqual({
    totalCents: 1115,
    validatedCents: 200,
    pendingCents: 15,
    pendingCount: 1,
    paidCents: 900,
    unpaidCents: 215,
    tierRevenueCents: 6000,
  })
})

test('for any amounts, the states add up to the total, and paying changes neither tier nor total', () => {
  fc.assert(
    fc.property(sums, sums, sums, (pending, validated, paid) => {
      const before = commissionStats([
        { status: 'en_attente', ...pending },
        { status: 'valide', ...validated },
        { status: 'paye', ...paid },
      ])
      expect(before.totalCents).toBe(before.pendingCents + before.validatedCents + before.paidCents)
      expect(before.unpaidCents).toBe(before.pendingCents + before.validatedCents)
      const after = commissionStats([
        { status: 'en_attente', ...pending },
        { status: 'paye', ...paid },
        { status: 'paye', ...validated },
      ])
      expect([after.totalCents, after.tierRevenueCents]).toEqual([before.totalCents, before.tierRevenueCents])
      expect(after.unpaidCents).toBe(before.pendingCents)
    }),
  )
})

test('no commissions give zero totals', () => {
  expect(Object.values(commissionStats([])).every((each) => each === 0)).toBe(true)
})

test.each([
  ['2026-03-01T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
  ['2026-01-31T23:59:59.999Z', '2026-03-02T23:59:59.999Z'],
  ['2028-02-15T00:00:00.000Z', '2028-03-16T00:00:00.000Z'],
  ['2026-03-15T12:00:00.000Z', '2026-04-14T12:00:00.000Z'],
])('a commission validated at %s is payable by %s', (validated, payable) => {
  expect(payableBy(new Date(validated)).toISOString()).toBe(payable)
})

const steps = ['correct', 'validate', 'pay', 'remove', 'reverse', 'hold', 'release'] as const
const may = (facts: Partial<CommissionFacts>, caller = { isStaff: true, isOwn: false }) => {
  const usual = {
    status: 'valide',
    kind: 'deal',
    isHeld: false,
    isDisputed: false,
    isInPayout: false,
    awaitsClient: false,
    awaitsAnswer: false,
    isLeft: true,
  } as const
  const abilities = commissionAbilities({ ...usual, ...facts }, caller)
  return steps.filter((step) => abilities[step])
}

test('Validate and correct only on pending, Mark as Paid only on validated, all only for staff', () => {
  expect(may({ status: 'en_attente' })).toEqual(['correct', 'validate', 'hold'])
  expect(may({ status: 'en_attente', kind: 'manual' })).toEqual(['correct', 'validate', 'remove', 'hold'])
  expect(may({ status: 'en_attente', awaitsClient: true })).toEqual(['correct', 'hold'])
  expect(may({ status: 'en_attente', awaitsAnswer: true })).toEqual(['correct', 'hold'])
  const mayAnswer = { isStaff: true, isOwn: false, mayAnswer: true }
  expect(may({ status: 'en_attente', awaitsAnswer: true }, mayAnswer)).toEqual(['correct', 'validate', 'hold'])
  expect(may({ status: 'valide' })).toEqual(['pay', 'reverse', 'hold'])
  expect(may({ status: 'paye' })).toEqual(['reverse'])
  for (const status of commissionStatuses) {
    for (const kind of commissionKinds) expect(may({ status, kind, isHeld: true }, { isStaff: false, isOwn: true })).toEqual([])
  }
})

test('a held commission is not paid, nothing is taken back twice, and nobody decides about their own', () => {
  expect(may({ isHeld: true })).toEqual(['reverse', 'release'])
  expect(may({ isInPayout: true })).toEqual(['reverse'])
  expect(may({ isLeft: false })).toEqual(['pay', 'hold'])
  expect(may({ isDisputed: true })).toEqual(['reverse', 'hold'])
  expect(may({ status: 'en_attente', kind: 'manual', isDisputed: true })).toEqual(['correct', 'validate', 'hold'])
  expect(may({ kind: 'clawback', isLeft: false })).toEqual(['pay'])
  expect(may({}, { isStaff: true, isOwn: true })).toEqual([])
})

test('clawbacks of any parts never take more than was earned, and all of it together', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.array(fc.nat()),
      (revenue, basis, parts) => {
        const rate = basis / 100
        let left: CommissionRest = { revenueCents: revenue, amountCents: percentOf(revenue, rate) }
        const take = (part: number) => {
          const amount = clawbackAmount(left, part, rate)
          expect(amount).toBeGreaterThanOrEqual(0)
          left = { revenueCents: left.revenueCents - part, amountCents: left.amountCents - amount }
          expect(left.amountCents).toBeGreaterThanOrEqual(0)
        }
        for (const part of parts) if (left.revenueCents > 1) take(1 + (part % left.revenueCents))
        if (left.revenueCents > 0) take(left.revenueCents)
        expect(left).toEqual({ revenueCents: 0, amountCents: 0 })
      },
    ),
  )
})

test('more than is left cannot be taken back', () => {
  expect(() => clawbackAmount({ revenueCents: 100, amountCents: 15 }, 101, 15)).toThrow(RangeError)
})

test('the payment term is worded as specified', () => {
  expect(paymentTerm).toBe('Payments are processed within 30 days after client payment is received.')
})

test('the statuses are labelled Pending, Validated, Paid', () => {
  expect(commissionStatuses.map((status) => commissionStatusLabels[status])).toEqual(['Pending', 'Validated', 'Paid'])
})
