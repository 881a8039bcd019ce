import * as z from 'zod/mini'
import { ruleDefinition } from '#money/rules/api/rule-definition.ts'
import { route } from '#platform/api/route.ts'
import { cents, centsSum, id, percent } from '#platform/api/shapes.ts'

export const tier = z.object({
  id,
  name: z.string(),
  tierOrder: z.int(),
  minRevenueCents: cents(),
  maxRevenueCents: z.nullable(cents()),
  commissionRate: percent,
})
export type Tier = z.infer<typeof tier>

/** Said where tiers are paid by, and their rate never applies to this partner, who has terms of their own. */
export const paidBy = z.optional(z.literal('own_terms'))

/**
 * The commission rules that apply to a partner today, by offer (null: for every one); absent where the rate of the tier is all
 * that there is.
 */
export const appliedRules = z.optional(
  z.array(
    z.object({
      offer: z.nullable(z.string()),
      isOwn: z.boolean(),
      definition: ruleDefinition,
      /** Where the rule has a cap of the year: what it has paid the partner in this one by now. */
      yearPaidCents: z.optional(centsSum),
    }),
  ),
)

export const standing = z.object({
  /** Null where nothing is paid by tiers: `rules` say what is. */
  current: z.nullable(tier),
  next: z.nullable(tier),
  totalRevenueCents: centsSum,
  remainingCents: cents(),
  progressPercent: z.number(),
  tiers: z.array(tier),
  paidBy,
  rules: appliedRules,
})
export type Standing = z.infer<typeof standing>

export const tierRoutes = {
  programmeRules: route('GET', '/programme-rules', {
    summary:
      'Where nothing is paid by tiers: the commission rule of each offer, the one for every offer first, as the landing page ' +
      'says them; else none',
    who: 'anyone',
    returns: z.object({ definitions: z.array(ruleDefinition) }),
  }),
  listTiers: route('GET', '/tiers', {
    summary: 'The tiers, lowest first',
    who: 'member',
    returns: z.object({ tiers: z.array(tier) }),
  }),
  myStanding: route('GET', '/me/standing', {
    summary: 'The caller’s tier, validated revenue and progress; readable before the contract is signed',
    who: 'partner',
    ability: 'money',
    returns: standing,
  }),
}
