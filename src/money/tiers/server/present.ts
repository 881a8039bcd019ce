import type { ActiveRule } from '#money/rules/domain/choose-rule.ts'
import { isSpecified } from '#money/rules/domain/definition.ts'
import type { Cents } from '#platform/domain/money.ts'
import { nameIn } from '#platform/domain/names.ts'
import type { EditableTier } from '../api/tier-changes.ts'
import type { Standing, Tier } from '../api/tiers.ts'
import { paidOtherwise } from '../domain/paid-by.ts'
import { tierStanding } from '../domain/tiers.ts'
import type { StoredStanding, StoredTier } from './queries.ts'

/** A tier as it is read: with its name in the reader's language. */
export const presentTier = ({ names, ...tier }: StoredTier): Tier => ({ ...tier, name: nameIn({ name: tier.name, names }) })

/** A partner's standing: without tiers where the programme pays by none, also while it still has some. */
export const presentStanding = (
  { tiers: all, totalRevenueCents }: StoredStanding,
  rules: readonly ActiveRule[],
  /** What rules with a cap of the year have paid in it. */
  yearPaid?: ReadonlyMap<string, Cents>,
): Standing => {
  const paidBy = paidOtherwise(rules)
  const tiers = paidBy === 'rules' ? [] : all
  const { current, next, ...way } = tierStanding(tiers, totalRevenueCents)
  return {
    ...way,
    totalRevenueCents,
    current: current && presentTier(current),
    next: next && presentTier(next),
    tiers: tiers.map(presentTier),
    ...(paidBy === 'own_terms' ? { paidBy } : {}),
    ...(rules.every(({ definition }) => isSpecified(definition))
      ? {}
      : { rules: rules.map((rule) => presentRule(rule, yearPaid)) }),
  }
}

const presentRule = (
  { ruleId, offer, partnerId, definition }: ActiveRule,
  yearPaid: ReadonlyMap<string, Cents> | undefined,
): NonNullable<Standing['rules']>[number] => ({
  offer,
  isOwn: partnerId !== null,
  definition: { ...definition, bonuses: [...definition.bonuses] },
  ...(yearPaid && definition.cap.yearCents !== null ? { yearPaidCents: yearPaid.get(ruleId) ?? 0 } : {}),
})

/** A tier as staff change it. */
export const presentEditable = (
  { id, name, names, minRevenueCents, commissionRate }: Omit<StoredTier, 'tierOrder' | 'maxRevenueCents'>,
  { archivedAt = null, isUsed }: { readonly archivedAt?: Date | null; readonly isUsed: boolean },
): EditableTier => ({ id, name, names, minRevenueCents, commissionRate, archivedAt: archivedAt?.toISOString() ?? null, isUsed })
