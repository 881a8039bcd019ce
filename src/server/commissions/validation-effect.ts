import { Refusal } from '#domain/refusal.ts'
import { currentTier } from '#domain/tiers.ts'
import type { Tx } from '../db/database.ts'
import { allTiers, tierRevenue } from '../tiers/queries.ts'

/** A partner's revenue and tier before and after validating this commission; no change if it is already settled. */
export async function validationEffect(tx: Tx, commissionId: string) {
  const commission = await tx
    .selectFrom('commissions')
    .select(['partner_id', 'revenue_cents', 'status'])
    .where('id', '=', commissionId)
    .executeTakeFirst()
  if (!commission) throw new Refusal('not_found', 'This commission does not exist any more.')
  const tiers = await allTiers(tx)
  const revenue = await tierRevenue(tx, commission.partner_id)
  const tierAt = (totalRevenueCents: number) => {
    const { name, commissionRate } = currentTier(tiers, totalRevenueCents)
    return { totalRevenueCents, tierName: name, commissionRate }
  }
  const added = commission.status === 'en_attente' ? commission.revenue_cents : 0
  return { before: tierAt(revenue), after: tierAt(revenue + added) }
}
