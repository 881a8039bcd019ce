import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simulateSignings } from './simulation.ts'
import { type PastCommission, replayPartner } from './tier-replay.ts'

const tiers = (first: number, second: number) => [
  { name: 'Bronze', minRevenueCents: 0, maxRevenueCents: 1_000_000, commissionRate: first },
  { name: 'Silver', minRevenueCents: 1_000_000, maxRevenueCents: null, commissionRate: second },
]
const day = (number: number) => new Date(Date.UTC(2026, 0, number))

/** Commissions that were signed and validated one after the other, as the portal made them. */
function past(under: ReturnType<typeof tiers>, revenueBeforeCents: number, amounts: readonly number[]) {
  const { commissions } = simulateSignings(under, revenueBeforeCents, amounts, 'oneByOne')
  const lines = commissions.map(
    ({ revenueCents, tier, amountCents }, index): PastCommission => ({
      agreement: `lead ${index}`,
      agreedAt: day(index * 2),
      countedAt: day(index * 2 + 1),
      revenueCents,
      ratePercent: tier.commissionRate,
      amountCents,
    }),
  )
  return { revenueBeforeCents, commissions: lines }
}

describe('the past under other tiers', () => {
  test('comes to what the portal would have computed, whatever the amounts', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 900_000 }), { maxLength: 6 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1_500_000 }), fc.integer({ min: 0, max: 100 }), (some, before, rate) => {
        const [now, then] = [tiers(15, 20), tiers(rate, 33.33)]
        const replay = replayPartner(now, then, past(now, before, some))
        expect(replay).toEqual({
          nowCents: simulateSignings(now, before, some, 'oneByOne').totalCents,
          thenCents: simulateSignings(then, before, some, 'oneByOne').totalCents,
          keptRates: 0,
        })
      }),
    )
  })

  test('a rate that was set by hand stays, and what is taken back follows its commission', () => {
    const now = tiers(15, 20)
    const { commissions } = past(now, 0, [400_000, 300_000])
    const [first, second] = commissions as [PastCommission, PastCommission]
    const byHand = { ...first, ratePercent: 40, amountCents: 160_000 }
    const takenBack = { ...second, countedAt: day(9), revenueCents: -100_000, amountCents: -15_000 }
    expect(replayPartner(now, tiers(10, 20), { revenueBeforeCents: 0, commissions: [byHand, second, takenBack] })).toEqual({
      nowCents: 160_000 + 45_000 - 15_000,
      thenCents: 160_000 + 30_000 - 10_000,
      keptRates: 1,
    })
  })
})
