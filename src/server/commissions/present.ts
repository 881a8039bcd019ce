import type { Commission } from '#api/commissions.ts'
import type { Actor } from '#domain/actor.ts'
import { commissionAbilities, payableBy } from '#domain/commissions.ts'
import type { ListedCommission } from './queries.ts'

/** The only serializer for commissions. */
export function presentCommission(row: ListedCommission, actor: Actor): Commission {
  return {
    id: row.id,
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    lead: row.lead_id ? { id: row.lead_id, name: row.lead_name ?? '', company: row.lead_company ?? '' } : null,
    description: row.description,
    revenueCents: row.revenue_cents,
    commissionRate: Number(row.commission_rate),
    tierName: row.tier_name,
    amountCents: row.amount_cents,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    validatedAt: row.validated_at?.toISOString() ?? null,
    payableBy: row.validated_at && payableBy(row.validated_at).toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    can: commissionAbilities(row.status, { isStaff: actor.kind === 'admin', byHand: row.lead_id === null }),
  }
}
