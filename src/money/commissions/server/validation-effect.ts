import { isUnanswered } from '#leads/registrations/domain/registrations.ts'
import { findRegistration } from '#leads/registrations/server/queries.ts'
import { bonusesOfValidation, linesWith } from '#money/rules/server/staff-commands.ts'
import { currentTier } from '#money/tiers/domain/tiers.ts'
import { allTiers, tierRevenue } from '#money/tiers/server/queries.ts'
import { nameIn } from '#platform/domain/names.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { togetherOf } from './together.ts'

/**
 * What validating this commission does: all lines that become valid with it, its partner's revenue and tier before and after, and
 * the registration that it accepts; no change if it is already settled.
 */
export async function validationEffect(context: Pick<TransactionContext, 'tx' | 'now'>, commissionId: string) {
  const { tx } = context
  const commission = await tx
    .selectFrom('commissions')
    .select(['id', 'partner_id', 'revenue_cents', 'amount_cents', 'status', 'lead_id', 'rule_id', 'reason'])
    .where('id', '=', commissionId)
    .executeTakeFirst()
  if (!commission) throw new Refusal('not_found', m.commissionGone())
  const tiers = await allTiers(tx)
  const revenue = await tierRevenue(tx, commission.partner_id)
  const tierAt = (totalRevenueCents: number) => {
    const tier = currentTier(tiers, totalRevenueCents)
    return { totalRevenueCents, tierName: tier && nameIn(tier), commissionRate: tier?.commissionRate ?? null }
  }
  const isPending = commission.status === 'en_attente'
  const isByRule = isPending && commission.reason !== null
  const others = isByRule ? await linesWith(tx, commission).select(['amount_cents', 'revenue_cents']).execute() : []
  const bonuses = isByRule ? await bonusesOfValidation(context, commission) : []
  const lines = isPending ? [commission, ...others] : []
  const registration = isPending && commission.lead_id ? await findRegistration(tx, commission.lead_id) : null
  return {
    validates: togetherOf([...lines, ...bonuses]),
    before: tierAt(revenue),
    after: tierAt(lines.reduce((sum, { revenue_cents: cents }) => sum + cents, revenue)),
    acceptsRegistration: registration && isUnanswered(registration.state) ? registration.number : null,
  }
}
