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
    expect(standing.current?.name).toBe(name)
    expect(standing.remainingCents).toBe(Math.round(remaining * 100))
    expect(standing.progressPercent).toBeCloseTo(progress, 2)
  })

  test('every revenue has exactly one tier, and the rate never falls as revenue grows', () => {
    const revenue = fc.integer({ min: 0, max: 100_000_000 })
    fc.assert(
      fc.property(revenue, revenue, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(currentTier(tiers, less)?.commissionRate).toBeLessThanOrEqual(currentTier(tiers, more)?.commissionRate ?? 0)
        const { progressPercent, current, remainingCents } = tierStanding(tiers, one)
        expect(progressPercent).toBeGreaterThanOrEqual(0)
        expect(progressPercent).toBeLessThanOrEqual(100)
        if (current?.maxRevenueCents != null) expect(one + remainingCents).toBe(current.maxRevenueCents)
      }),
    )
  })
})

/** Valid thresholds: contiguous from 0, the last tier unbounded. */
const anyTiers = fc.uniqueArray(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 8 }).map((limits) => {
  const starts = [0, ...limits.sort((one, other) => one - other)]
  return starts.map((min, index) => tier(`Tier ${index + 1}`, min, starts[index + 1] ?? null, 15 + index))
})

test('for any tiers, the remaining amount reaches the next tier, to the cent', () => {
  fc.assert(
    fc.property(anyTiers, fc.integer({ min: 0, max: 2_000_000_000 }), (tiers, revenue) => {
      const { current, next, remainingCents, progressPercent } = tierStanding(tiers, revenue)
      expect(tiers.filter((each) => each.minRevenueCents <= revenue).at(-1)).toBe(current)
      if (!next) {
        expect([tiers.at(-1), remainingCents, progressPercent]).toEqual([current, 0, 100])
      } else {
        expect(remainingCents).toBeGreaterThan(0)
        expect(progressPercent).toBeLessThan(100)
        expect(currentTier(tiers, revenue + remainingCents)).toBe(next)
        expect(currentTier(tiers, revenue + remainingCents - 1)).toBe(current)
      }
    }),
  )
})

test('a revenue outside all tiers throws; where there are none there is no standing', () => {
  expect(() => currentTier(tiers, -1)).toThrow(RangeError)
  expect(tierStanding([], 100)).toEqual({ current: null, next: null, remainingCents: 0, progressPercent: 0 })
})
