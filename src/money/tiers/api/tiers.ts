import * as z from 'zod/mini'
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

export const standing = z.object({
  current: tier,
  next: z.nullable(tier),
  totalRevenueCents: centsSum,
  remainingCents: cents(),
  progressPercent: z.number(),
  tiers: z.array(tier),
})
export type Standing = z.infer<typeof standing>

export const tierRoutes = {
  listTiers: route('GET', '/tiers', {
    summary: 'The tiers, lowest first',
    who: 'member',
    returns: z.object({ tiers: z.array(tier) }),
  }),
  myStanding: route('GET', '/me/standing', {
    summary: 'The caller’s tier, validated revenue and progress; readable before the contract is signed',
    who: 'partner',
    returns: standing,
  }),
}
