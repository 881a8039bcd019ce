import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { TiersPreview } from '../api/tier-changes.ts'
import { type PastCommission, replayPartner } from '../domain/tier-replay.ts'
import type { TierRange } from '../domain/tiers.ts'

/** How far back, in months, and how many partners are named. */
const months = 12
const maxPartners = 10

interface Partner {
  readonly id: string
  readonly name: string
  /** The revenue that counts for the tier today. */
  readonly revenueCents: number
}

/**
 * What the commissions of the last twelve months come to, and would come to under other tiers. Commissions of one lead have the
 * rate of its signature; what takes back a part of a commission follows that one.
 */
export async function replayTiers(
  tx: Tx,
  now: readonly TierRange[],
  then: readonly TierRange[],
  partners: readonly Partner[],
): Promise<TiersPreview['replay']> {
  const since = sql<Date>`now() - make_interval(months => ${months})`
  const rows = await tx
    .selectFrom('commissions as c')
    .leftJoin('commissions as original', 'original.id', 'c.reverses_id')
    .select(['c.partner_id', 'c.created_at', 'c.validated_at', 'c.revenue_cents', 'c.commission_rate', 'c.amount_cents'])
    .select(sql<string>`coalesce(c.lead_id, original.lead_id, original.id, c.id)`.as('agreement'))
    .select(sql<boolean>`c.validated_at >= ${since}`.as('counts'))
    .where((where) => where.or([where('c.created_at', '>=', since), where('c.validated_at', '>=', since)]))
    .execute()
  const byPartner = Map.groupBy(rows, (row) => row.partner_id)
  const replays = partners.flatMap(({ id, name, revenueCents }) => {
    const own = byPartner.get(id)
    if (!own) return []
    const countedSince = own.reduce((sum, row) => sum + (row.counts ? row.revenue_cents : 0), 0)
    const commissions = own.map(
      (row): PastCommission => ({
        agreement: row.agreement,
        agreedAt: row.created_at,
        countedAt: row.counts ? row.validated_at : null,
        revenueCents: row.revenue_cents,
        ratePercent: Number(row.commission_rate),
        amountCents: row.amount_cents,
      }),
    )
    return [
      { partnerId: id, name, ...replayPartner(now, then, { revenueBeforeCents: revenueCents - countedSince, commissions }) },
    ]
  })
  const sum = (of: (replay: (typeof replays)[number]) => number) => replays.reduce((total, replay) => total + of(replay), 0)
  const difference = (replay: (typeof replays)[number]) => Math.abs(replay.thenCents - replay.nowCents)
  return {
    months,
    nowCents: sum(({ nowCents }) => nowCents),
    thenCents: sum(({ thenCents }) => thenCents),
    keptRates: sum(({ keptRates }) => keptRates),
    partners: replays
      .filter((replay) => difference(replay) > 0)
      .sort((one, other) => difference(other) - difference(one))
      .slice(0, maxPartners)
      .map(({ partnerId, name, nowCents, thenCents }) => ({ partnerId, name, nowCents, thenCents })),
  }
}
