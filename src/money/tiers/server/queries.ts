import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ruleDefinition } from '#money/rules/api/rule-definition.ts'
import type { Named } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Tier } from '../api/tiers.ts'
import { type TierStanding, tierStanding } from '../domain/tiers.ts'

/** A tier with its own name, and its names by language. */
export type StoredTier = Tier & Named

/** The tiers, lowest first. */
export async function allTiers(tx: Tx): Promise<StoredTier[]> {
  const rows = await tx.selectFrom('partner_tiers').selectAll().where('archived_at', 'is', null).orderBy('tier_order').execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    names: row.names,
    tierOrder: row.tier_order ?? 0,
    minRevenueCents: row.min_revenue_cents,
    maxRevenueCents: row.max_revenue_cents,
    commissionRate: Number(row.commission_rate),
  }))
}

/** Tiers that were archived, the latest first. */
export function archivedTiers(tx: Tx) {
  return tx
    .selectFrom('partner_tiers')
    .select([
      'id',
      'name',
      'names',
      'min_revenue_cents as minRevenueCents',
      sql<number>`commission_rate::float8`.as('commissionRate'),
      sql<Date>`archived_at`.as('archivedAt'),
    ])
    .where('archived_at', 'is not', null)
    .orderBy('archived_at', 'desc')
    .orderBy('min_revenue_cents', 'desc')
    .execute()
}

/** What the programme's rules pay for each offer where nothing is paid by tiers; else nothing. */
export async function programmeRules(tx: Tx): Promise<z.output<typeof ruleDefinition>[]> {
  const { rows } = await sql<{ definition: z.output<typeof ruleDefinition> }>`
    select definition from app.programme_rules() as definition`.execute(tx)
  return rows.map(({ definition }) => definition)
}

/** The lock under which tiers and commission rules change, one at a time: rules at the rate of the tier need tiers. */
export async function lockTerms(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(7277465)`.execute(tx)
}

/** The tiers, locked: no other change of them happens meanwhile. */
export async function lockTiers(tx: Tx): Promise<StoredTier[]> {
  await lockTerms(tx)
  return allTiers(tx)
}

/** Which of these tiers something names: a commission, a signature, a resource or an amendment. */
export async function namedTiers(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select app.named_tiers(${sql`${[...ids]}::uuid[]`}) as id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Revenue that counts for a partner's tier: validated and paid. */
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
