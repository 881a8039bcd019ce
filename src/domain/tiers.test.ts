import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currentTier, tierStanding } from './tiers.ts'

const tier = (name: string, min: number, max: number | null, commissionRate: number) => ({
  name,
  minRevenueCents: min * 100,
  maxRevenueCents: max === null ? null : max * 100,
  commissionRate,
})
const tiers = [
  tier('Bronze', 0, 10_000, 15),
  tier('Silver', 10_000, 30_000, 20),
  tier('Gold', 30_000, 75_000, 25),
  tier('Platinum', 75_000, 150_000, 30),
  tier('Diamond', 150_000, null, 35),
]

describe('the tier of a revenue', () => {
  test.each([
    [0, 'Bronze', 10_000, 0],
    [5_000, 'Bronze', 5_000, 50],
    [9_999.99, 'Bronze', 0.01, 99.9999],
    [10_000, 'Silver', 20_000, 0],
    [52_500, 'Gold', 22_500, 50],
    [149_999.99, 'Platinum', 0.01, 99.99999],
    [150_000, 'Diamond', 0, 100],
    [9_999_999, 'Diamond', 0, 100],
  ])('%d € is %s, %d € from the next', (euros, name, remaining, progress) => {
    const standing = tierStanding(tiers, Math.round(euros * 100))
    expect(standing.current.name).toBe(name)
    expect(standing.remainingCents).toBe(Math.round(remaining * 100))
    expect(standing.progressPercent).toBeCloseTo(progress, 2)
  })

  test('every revenue has exactly one tier, and more revenue never means a lower rate', () => {
    const revenue = fc.integer({ min: 0, max: 100_000_000 })
    fc.assert(
      fc.property(revenue, revenue, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(currentTier(tiers, less).commissionRate).toBeLessThanOrEqual(currentTier(tiers, more).commissionRate)
        const { progressPercent, current, remainingCents } = tierStanding(tiers, one)
        expect(progressPercent).toBeGreaterThanOrEqual(0)
        expect(progressPercent).toBeLessThanOrEqual(100)
        if (current.maxRevenueCents !== null) expect(one + remainingCents).toBe(current.maxRevenueCents)
      }),
    )
  })
})
