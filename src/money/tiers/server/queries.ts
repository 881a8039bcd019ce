import { sql } from 'kysely'
import type { Named } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Tier } from '../api/tiers.ts'
import { type TierStanding, tierStanding } from '../domain/tiers.ts'

/** A tier with its own name, and its names by language. */
export type StoredTier = Tier & Named

/** The tiers, lowest first. */
export async function allTiers(tx: Tx): Promise<StoredTier[]> {
  const rows = await tx.selectFrom('partner_tiers').selectAll().orderBy('tier_order').execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    names: row.names,
    tierOrder: row.tier_order,
    minRevenueCents: row.min_revenue_cents,
    maxRevenueCents: row.max_revenue_cents,
    commissionRate: Number(row.commission_rate),
  }))
}

/** Revenue that counts for a partner's tier: validated and paid. */
/** The tiers, locked: no other change of them happens meanwhile. */
export async function lockTiers(tx: Tx): Promise<StoredTier[]> {
  await tx.selectFrom('partner_tiers').select('id').orderBy('tier_order').forUpdate().execute()
  return allTiers(tx)
}

export async function tierRevenue(tx: Tx, partnerId: string): Promise<number> {
  const { rows } = await sql<{ revenue: number }>`select app.tier_revenue(${partnerId}) as revenue`.execute(tx)
  return rows[0]?.revenue ?? 0
}

export interface StoredStanding extends TierStanding<StoredTier> {
  readonly totalRevenueCents: number
  readonly tiers: StoredTier[]
}

/** A partner's current tier and progress; the tier sets the rate of the next commission. */
export async function readStanding(tx: Tx, partnerId: string): Promise<StoredStanding> {
  const [tiers, totalRevenueCents] = await Promise.all([allTiers(tx), tierRevenue(tx, partnerId)])
  return { ...tierStanding(tiers, totalRevenueCents), totalRevenueCents, tiers }
}
