import type { Standing, Tier } from '../api/tiers.ts'
import { m } from '../messages/messages.ts'

type Paid = Pick<Standing, 'paidBy'>

/** What stands for the rate of a tier that never applies to the partner; null where it does. */
export const insteadOfRate = ({ paidBy }: Paid): string | null => (paidBy ? m.ownTerms() : null)

/** The tier with its rate, 'Silver — 20 %', or with what stands for it. */
export const tierText = (tier: Tier, standing: Paid, rate: string): string => `${tier.name} — ${insteadOfRate(standing) ?? rate}`

interface NextTier {
  readonly amount: string
  readonly tier: string
  readonly rate: string
}

/** How far a tier is, with its rate where that will apply. */
export const toNextText = (next: NextTier, standing: Paid): string =>
  standing.paidBy ? m.toNextWithoutRate(next) : m.toNextTier(next)
