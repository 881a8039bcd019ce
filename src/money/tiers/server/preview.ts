import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { type Named, nameIn } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { TiersPreview } from '../api/tier-changes.ts'
import { currentTier } from '../domain/tiers.ts'
import { isUp, type ListedTier, type TierDraft, tierMoves, withRanges } from '../domain/tiers-draft.ts'
import { namedTiers } from './queries.ts'
import { replayTiers } from './replay.ts'

/** Maximum number of listed names; the count covers all. */
const maxPartners = 50

/** Every partner, by name, with the revenue that counts for the tier. */
function partnerRevenues(tx: Tx) {
  return tx
    .selectFrom(partnerContacts.as('p'))
    .select(['p.partner_id as id', 'p.full_name as name', sql<number>`app.tier_revenue(p.partner_id)`.as('revenueCents')])
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`app.role_of(p.user_id) = 'partner'`)
    .orderBy('p.full_name')
    .orderBy('p.partner_id')
    .execute()
}

interface Tiers {
  readonly before: readonly PreviewedTier[]
  readonly after: readonly PreviewedTier[]
  /** Ids of new tiers. */
  readonly added: readonly string[]
}
type PreviewedTier = TierDraft & Named & { readonly id: string }

/** Partners whose tier changes when tiers `after` take the place of tiers `before`. */
export async function previewTiers(tx: Tx, tiers: Tiers): Promise<TiersPreview> {
  const [before, after] = [withRanges(tiers.before), withRanges(tiers.after)]
  const gone = before.filter(({ id }) => after.every((tier) => tier.id !== id))
  const [partners, named] = await Promise.all([
    partnerRevenues(tx),
    namedTiers(
      tx,
      gone.map(({ id }) => id),
    ),
  ])
  const nameOf = (tier: ListedTier | null) => {
    const named = [...before, ...after].find((each) => each === tier)
    return named ? nameIn(named) : ''
  }
  const moves = tierMoves(before, after, partners)
  const movers = (some: typeof moves) => ({
    count: some.length,
    partners: some.slice(0, maxPartners).map(({ partner, from, to }) => ({
      partnerId: partner.id,
      name: partner.name,
      fromTier: nameOf(from),
      toTier: nameOf(to),
    })),
  })
  const tally = (tiers: readonly ListedTier[]) =>
    Map.groupBy(partners, ({ revenueCents }) => currentTier<ListedTier>(tiers, revenueCents))
  const [now, then] = [tally(before), tally(after)]
  const countNow = (id: string | undefined) => now.get(before.find((tier) => tier.id === id) ?? null)?.length ?? 0
  return {
    up: movers(moves.filter(isUp)),
    down: movers(moves.filter((move) => !isUp(move))),
    replay: await replayTiers(tx, before, after, partners),
    tiers: after.map((tier) => ({
      id: tiers.added.includes(tier.id) ? null : tier.id,
      partnersNow: countNow(tier.id),
      partnersThen: then.get(tier)?.length ?? 0,
    })),
    removed: gone.map((tier) => ({
      id: tier.id,
      name: nameIn(tier),
      partnersNow: countNow(tier.id),
      isArchived: named.has(tier.id),
    })),
  }
}
