import { isUnanswered } from '#leads/registrations/domain/registrations.ts'
import { findRegistration } from '#leads/registrations/server/queries.ts'
import { currentTier } from '#money/tiers/domain/tiers.ts'
import { allTiers, tierRevenue } from '#money/tiers/server/queries.ts'
import { nameIn } from '#platform/domain/names.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { m } from '../messages/messages.ts'

/**
 * A partner's revenue and tier before and after validating this commission, and the registration that it accepts; no change if
 * it is already settled.
 */
export async function validationEffect(tx: Tx, commissionId: string) {
  const commission = await tx
    .selectFrom('commissions')
    .select(['partner_id', 'revenue_cents', 'status', 'lead_id'])
    .where('id', '=', commissionId)
    .executeTakeFirst()
  if (!commission) throw new Refusal('not_found', m.commissionGone())
  const tiers = await allTiers(tx)
  const revenue = await tierRevenue(tx, commission.partner_id)
  const tierAt = (totalRevenueCents: number) => {
    const tier = currentTier(tiers, totalRevenueCents)
    return { totalRevenueCents, tierName: nameIn(tier), commissionRate: tier.commissionRate }
  }
  const isPending = commission.status === 'en_attente'
  const registration = isPending && commission.lead_id ? await findRegistration(tx, commission.lead_id) : null
  return {
    before: tierAt(revenue),
    after: tierAt(revenue + (isPending ? commission.revenue_cents : 0)),
    acceptsRegistration: registration && isUnanswered(registration.state) ? registration.number : null,
  }
}
