import { refuseUnless } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'

/**
 * The tier that a rule pays at the rate of, or that rate: none is there while rule and tiers are changed together. Refuses
 * `commissions_changed`.
 */
export function requireTier<T>(tier: T | null): asserts tier is T {
  refuseUnless(tier !== null, 'commissions_changed', m.noTierToPayBy())
}
