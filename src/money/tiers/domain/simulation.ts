import { type Cents, percentOf } from '#platform/domain/money.ts'
import { currentTier, type TierRange, type TierStanding, tierStanding } from './tiers.ts'

/**
 * When the revenue of simulated leads counts for the tier. `oneByOne`: each commission is validated before the next lead is
 * signed. `together`: all are signed before any is validated, so that each has today's rate.
 */
export type SigningOrder = 'oneByOne' | 'together'

export interface SimulatedCommission<T extends TierRange> {
  readonly revenueCents: Cents
  /** The tier at the moment of signing, which gives the rate. */
  readonly tier: T
  readonly amountCents: Cents
}

export interface Simulation<T extends TierRange> {
  /** One per amount, in the order of signing. */
  readonly commissions: readonly SimulatedCommission<T>[]
  readonly totalCents: Cents
  /** The partner's tier once all of them are validated. */
  readonly standing: TierStanding<T>
}

/**
 * The commissions of leads that are signed in this order, by the rules of real ones: the tier at the moment of signing gives the
 * rate, and revenue counts for the tier once the commission is validated.
 */
export function simulateSignings<T extends TierRange>(
  tiers: readonly T[],
  revenueCents: Cents,
  amounts: readonly Cents[],
  order: SigningOrder,
): Simulation<T> {
  let turnover = revenueCents
  const commissions = amounts.map((amount) => {
    const tier = currentTier(tiers, order === 'oneByOne' ? turnover : revenueCents)
    if (!tier) throw new RangeError('without tiers no lead is signed at the rate of one')
    turnover += amount
    return { revenueCents: amount, tier, amountCents: percentOf(amount, tier.commissionRate) }
  })
  return {
    commissions,
    totalCents: commissions.reduce((sum, { amountCents }) => sum + amountCents, 0),
    standing: tierStanding(tiers, turnover),
  }
}
