import { type Cents, percentOf } from '#platform/domain/money.ts'
import { currentTier, type TierRange } from './tiers.ts'

/** A commission of the replayed time. */
export interface PastCommission {
  /** Commissions with the same agreement share one rate: those of one lead, or a single commission without lead. */
  readonly agreement: string
  readonly agreedAt: Date
  /** When its revenue began to count for the tier; null if it does not yet. */
  readonly countedAt: Date | null
  /** Negative where it takes back a part of another one. */
  readonly revenueCents: Cents
  readonly ratePercent: number
  readonly amountCents: Cents
}

export interface PartnerPast {
  /** Revenue that counted when the replayed time began. */
  readonly revenueBeforeCents: Cents
  readonly commissions: readonly PastCommission[]
}

/** The rate of each agreement under these tiers: that of the revenue which counted at its moment. Without tiers there is none. */
function replayedRates(tiers: readonly TierRange[], { revenueBeforeCents, commissions }: PartnerPast): Map<string, number> {
  const agreedAt = new Map<string, number>()
  for (const { agreement, agreedAt: at } of commissions) {
    agreedAt.set(agreement, Math.min(agreedAt.get(agreement) ?? Number.POSITIVE_INFINITY, at.getTime()))
  }
  const steps = commissions
    .flatMap(({ countedAt, revenueCents }) => (countedAt ? [{ at: countedAt.getTime(), revenueCents }] : []))
    .sort((one, other) => one.at - other.at)
  const rates = new Map<string, number>()
  let revenue = revenueBeforeCents
  let next = 0
  for (const [agreement, at] of [...agreedAt].sort(([, one], [, other]) => one - other)) {
    // A payment counts at the moment that its commission is made: not before its own rate.
    for (let step = steps[next]; step && step.at < at; step = steps[next]) {
      revenue += step.revenueCents
      next += 1
    }
    const tier = currentTier(tiers, Math.max(0, revenue))
    if (tier) rates.set(agreement, tier.commissionRate)
  }
  return rates
}

const amountAt = (revenueCents: Cents, ratePercent: number): Cents =>
  Math.sign(revenueCents) * percentOf(Math.abs(revenueCents), ratePercent)

export interface PartnerReplay {
  /** What the partner's commissions of that time come to under the tiers of today, and under the others. */
  readonly nowCents: Cents
  readonly thenCents: Cents
  /** Commissions whose rate is not what the tiers of today give: set by hand, or under older tiers. They keep it in both. */
  readonly keptRates: number
}

/** Compares what a partner's past commissions would have cost under two lists of tiers. */
export function replayPartner(now: readonly TierRange[], then: readonly TierRange[], past: PartnerPast): PartnerReplay {
  const [ratesNow, ratesThen] = [replayedRates(now, past), replayedRates(then, past)]
  const sums = { nowCents: 0, thenCents: 0, keptRates: 0 }
  for (const { agreement, revenueCents, ratePercent, amountCents } of past.commissions) {
    const isKept = ratesNow.get(agreement) !== ratePercent
    sums.nowCents += amountCents
    sums.thenCents += isKept ? amountCents : amountAt(revenueCents, ratesThen.get(agreement) ?? ratePercent)
    if (isKept) sums.keptRates += 1
  }
  return sums
}
