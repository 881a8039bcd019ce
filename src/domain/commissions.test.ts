import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CommissionStatus } from './commissions.ts'
import { commissionAbilities, commissionStats, commissionStatuses, commissionStatusLabels, payableBy } from './commissions.ts'

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

test('for any amounts, pending, validated and paid add up to the total, and paying changes neither tier nor total', () => {
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

test('Validate and correct only on pending, Mark as Paid only on validated, all only for staff', () => {
  const of = (status: CommissionStatus, isStaff = true, byHand = false) => commissionAbilities(status, { isStaff, byHand })
  expect(of('en_attente')).toEqual({ correct: true, validate: true, pay: false, remove: false })
  expect(of('valide')).toEqual({ correct: false, validate: false, pay: true, remove: false })
  expect(of('paye')).toEqual({ correct: false, validate: false, pay: false, remove: false })
  for (const status of commissionStatuses) {
    expect(Object.values(of(status, false, true)).some(Boolean)).toBe(false)
    expect(of(status, true, true).remove).toBe(status === 'en_attente')
  }
})

test('the statuses are labelled Pending, Validated, Paid', () => {
  expect(commissionStatuses.map((status) => commissionStatusLabels[status])).toEqual(['Pending', 'Validated', 'Paid'])
})
