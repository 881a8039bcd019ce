import { sql } from 'kysely'
import { readStages } from '#leads/stages/server/queries.ts'
import type { Period } from '#platform/api/period.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { searchPattern } from '#platform/server/http/lists/listing.ts'
import { endOfDay, startOfDay } from '#platform/server/http/lists/period.ts'
import type { LeadStatusStats } from '../domain/leads.ts'
import { conditions, isNarrowed, type LeadFilter, scopeOf, searchesAll } from './filter-queries.ts'

/**
 * Count and sum of each column, of a partner's own leads: one that is shared counts for the partner who brought it. Without a
 * search, a mark or a period they come from the kept sums and cost the same at any size.
 * `ofAll`: the caller sees the leads of all partners. `ofOwn`: only some of their partner's, which are counted.
 */
export async function leadStatsByStatus(
  tx: Tx,
  filter: Omit<LeadFilter, 'status'> & { ofAll?: boolean; ofOwn?: boolean },
): Promise<LeadStatusStats[]> {
  const kept = !isNarrowed(filter) && !filter.ofOwn
  const [stages, rows] = await Promise.all([
    readStages(tx),
    kept
      ? filter.ofAll && !filter.partnerId
        ? totals(tx, {})
        : keptStats(tx, filter.partnerId)
      : searchesAll(filter)
        ? searchStats(tx, filter)
        : countedStats(tx, filter),
  ])
  // A stage that is archived counts until its leads have left it.
  return stages.flatMap(({ key: status, archived_at }) => {
    const row = rows.find((each) => each.status === status)
    return archived_at && !row?.count ? [] : [row ?? { status, count: 0, amountCents: 0 }]
  })
}

/** Adds kept sums up, of which a status has several rows. */
const summed = [
  'status',
  sql<number>`sum(count)::bigint`.as('count'),
  sql<number>`sum(amount_cents)::bigint`.as('amountCents'),
] as const

/** Sums over all partners, which are kept apart from those of each partner. */
const totals = keptQuery<object, LeadStatusStats>((db) => db.selectFrom('lead_totals').select(summed).groupBy('status'))

function keptStats(tx: Tx, partnerId: string | undefined): Promise<LeadStatusStats[]> {
  let query = tx.selectFrom('lead_stats').select(summed).groupBy('status')
  if (partnerId) query = query.where('partner_id', '=', partnerId)
  return query.execute()
}

async function searchStats(tx: Tx, { search, from, to }: Period & { search: string }): Promise<LeadStatusStats[]> {
  const stats = sql<LeadStatusStats>`
    select status, count, amount_cents as "amountCents" from app.search_lead_stats(
      ${searchPattern(search)}, ${from ? startOfDay(from) : null}, ${to ? endOfDay(to) : null})`
  return (await stats.execute(tx)).rows
}

function countedStats(tx: Tx, filter: Omit<LeadFilter, 'status'> & { ofAll?: boolean }): Promise<LeadStatusStats[]> {
  let query = tx
    .selectFrom('leads as l')
    .select(['l.status', sql<number>`count(*)`.as('count'), sql<number>`sum(l.estimated_amount_cents)::bigint`.as('amountCents')])
    .groupBy('l.status')
  for (const condition of scopeOf({ ofAll: Boolean(filter.ofAll), ofPartner: Boolean(filter.partnerId) }))
    query = query.where(condition)
  for (const condition of conditions(filter)) query = query.where(condition)
  return query.execute()
}
