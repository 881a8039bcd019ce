import type { Cents } from '#platform/domain/money.ts'

/** A commission tier: from `minRevenue` included to `maxRevenue` excluded; null means unbounded. */
export interface TierRange {
  readonly name: string
  readonly minRevenueCents: Cents
  readonly maxRevenueCents: Cents | null
  /** Percent, at most two decimals. */
  readonly commissionRate: number
}

/** The first tier whose range contains the revenue; null where there are no tiers. Contiguous tiers from 0 always have one. */
export function currentTier<T extends TierRange>(tiers: readonly T[], revenue: Cents): T | null {
  if (tiers.length === 0) return null
  const tier = tiers.find(
    (each) => each.minRevenueCents <= revenue && (each.maxRevenueCents === null || revenue < each.maxRevenueCents),
  )
  if (!tier) throw new RangeError(`no tier holds a revenue of ${revenue} cents`)
  return tier
}

export interface TierStanding<T extends TierRange> {
  /** Null where there are no tiers. */
  readonly current: T | null
  readonly next: T | null
  /** Revenue missing to the next tier in cents; 0 at the top tier. */
  readonly remainingCents: Cents
  /** 0 to 100; 100 at the top tier. */
  readonly progressPercent: number
}

/** Progress of a revenue: current tier, next tier, missing revenue and percentage. */
export function tierStanding<T extends TierRange>(tiers: readonly T[], revenue: Cents): TierStanding<T> {
  const current = currentTier(tiers, revenue)
  if (!current) return { current, next: null, remainingCents: 0, progressPercent: 0 }
  const next = tiers[tiers.indexOf(current) + 1] ?? null
  if (!next) return { current, next, remainingCents: 0, progressPercent: 100 }
  const span = next.minRevenueCents - current.minRevenueCents
  const progress = ((revenue - current.minRevenueCents) / span) * 100
  return {
    current,
    next,
    remainingCents: Math.max(0, next.minRevenueCents - revenue),
    progressPercent: Math.min(100, progress),
  }
}
