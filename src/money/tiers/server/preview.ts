import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { type Names, nameIn } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { TiersForm, TiersPreview } from '../api/tier-changes.ts'
import { currentTier } from '../domain/tiers.ts'
import { type TierDraft, tierMoves, withRanges } from '../domain/tiers-draft.ts'
import { checkSamePlaces } from './commands.ts'
import { allTiers } from './queries.ts'
import { replayTiers } from './replay.ts'

/** Maximum number of listed names; the count covers all. */
const maxPartners = 50

/** A tier's name as it is read, saved or not; names that are not sent stay. */
const nameNow = (tier: TierDraft | undefined, before: Names = {}) =>
  tier ? nameIn({ name: tier.name, names: tier.names ?? before }) : ''

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

/** Partners whose tier would change if these tiers were saved. */
export async function previewTiers(tx: Tx, drafts: TiersForm['tiers']): Promise<TiersPreview> {
  const before = await allTiers(tx)
  checkSamePlaces(before, drafts)
  const after = withRanges(drafts)
  const partners = await partnerRevenues(tx)
  const moves = tierMoves(before, after, partners)
  const movers = (some: typeof moves) => ({
    count: some.length,
    partners: some.slice(0, maxPartners).map(({ partner, from, to }) => ({
      partnerId: partner.id,
      name: partner.name,
      fromTier: nameNow(before[from]),
      toTier: nameNow(after[to], before[to]?.names),
    })),
  })
  const tally = (tiers: typeof after) => {
    const counts = new Map<string, number>()
    for (const { revenueCents } of partners) {
      const { id } = currentTier(tiers, revenueCents)
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return counts
  }
  const [now, then] = [tally(before), tally(after)]
  return {
    up: movers(moves.filter((move) => move.to > move.from)),
    down: movers(moves.filter((move) => move.to < move.from)),
    replay: await replayTiers(tx, before, after, partners),
    tiers: before.map(({ id }) => ({ id, partnersNow: now.get(id) ?? 0, partnersThen: then.get(id) ?? 0 })),
  }
}
