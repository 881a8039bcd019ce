import type { InferResult } from 'kysely'
import { sql } from 'kysely'
import type { commissionSorts } from '#api/commissions.ts'
import type { CommissionStatus, CommissionStatusStats } from '#domain/commissions.ts'
import { commissionStatuses } from '#domain/commissions.ts'
import type { Tx } from '../db/database.ts'
import type { Order, Sorted, SortKey } from '../http/listing.ts'
import { inOrder, searchPattern, textContains } from '../http/listing.ts'

function commissions(tx: Tx) {
  return tx
    .selectFrom('commissions as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.partner_id')
    .leftJoin('leads as l', 'l.id', 'c.lead_id')
    .leftJoin('lead_terms as t', 't.lead_id', 'c.lead_id')
    .leftJoin('client_payments as receipt', 'receipt.id', 'c.client_payment_id')
    .leftJoin('payouts as o', 'o.id', 'c.payout_id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('commissions as taken')
          .select([
            sql<number>`coalesce(sum(taken.revenue_cents), 0)::bigint`.as('revenue'),
            sql<number>`coalesce(sum(taken.amount_cents), 0)::bigint`.as('amount'),
          ])
          .whereRef('taken.reverses_id', '=', 'c.id')
          .as('reversed'),
      (join) => join.onTrue(),
    )
    .selectAll('c')
    .select([
      'reversed.revenue as reversed_revenue',
      'reversed.amount as reversed_amount',
      'p.full_name as partner_name',
      'p.deleted_at as partner_deleted_at',
      'l.name as lead_name',
      'l.company as lead_company',
      't.expected_cents',
      'receipt.kind as receipt_kind',
      'receipt.reference as receipt_reference',
      'receipt.received_on',
      sql<boolean>`c.kind = 'deal' and c.status = 'en_attente'
        and coalesce(t.commission_basis, (select commission_basis from programme_settings)) = 'cash'`.as('awaits_client'),
      'o.reference as payout_reference',
    ])
}

export type ListedCommission = InferResult<ReturnType<typeof commissions>>[number]

export const commissionSortKeys = {
  date: { by: sql`c.created_at`, holds: 'time' },
  partner: { by: sql`c.partner_key`, holds: 'text' },
  lead: { by: sql`c.lead_key`, holds: 'text' },
  revenue: { by: sql`c.revenue_cents`, holds: 'number' },
  rate: { by: sql`(c.commission_rate * 100)::bigint`, holds: 'number' },
  amount: { by: sql`c.amount_cents`, holds: 'number' },
  status: { by: sql`array_position(array['en_attente', 'valide', 'paye'], c.status)`, holds: 'number' },
  paid: { by: sql`coalesce(c.paid_at, 'epoch'::timestamptz)`, holds: 'time' },
} as const satisfies Record<(typeof commissionSorts)[number], SortKey>

export interface CommissionFilter {
  readonly status?: CommissionStatus | undefined
  readonly partnerId?: string | undefined
  readonly disputed?: 'yes' | undefined
  readonly search?: string | undefined
}

/** Searches with more matches scan the list in order; those with fewer look up the matching ids. */
const maxFoundByIds = 250

/**
 * A page of commissions in the requested order, plus one row to detect a next page. `ofAll`: the caller sees all partners'
 * commissions, so a search may use the function that bypasses row-level security.
 */
export async function listCommissions(
  tx: Tx,
  filter: CommissionFilter & { ofAll: boolean },
  order: Order,
): Promise<(ListedCommission & Sorted)[]> {
  const { status, partnerId, disputed, search } = filter
  let query = commissions(tx)
  if (disputed) query = query.where('c.disputed', '=', true)
  if (status) query = query.where('c.status', '=', status)
  if (partnerId) query = query.where('c.partner_id', '=', partnerId)
  const isOverAll = filter.ofAll && !partnerId
  const ids = search && isOverAll ? await foundIds(tx, search) : null
  if (ids) query = query.where('c.id', 'in', ids)
  // The condition of the indexes over all partners' commissions.
  else if (isOverAll) query = query.where(sql<boolean>`c.created_at > '-infinity'`)
  if (search && !ids) query = query.where(textContains(sql`c.search_text`, search))
  return inOrder(query, order).execute()
}

/** Ids matching a search; null if there are too many to look up. */
async function foundIds(tx: Tx, search: string): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    select app.search_commissions(${searchPattern(search)}, ${maxFoundByIds + 1}) as id`.execute(tx)
  if (rows.length > maxFoundByIds) return null
  // `in ()` is not valid SQL.
  return rows.length === 0 ? [noId] : rows.map(({ id }) => id)
}

const noId = '00000000-0000-0000-0000-000000000000'

export function findCommission(tx: Tx, id: string): Promise<ListedCommission | undefined> {
  return commissions(tx).where('c.id', '=', id).executeTakeFirst()
}

export async function commissionsByIds(tx: Tx, ids: readonly string[]): Promise<ListedCommission[]> {
  return ids.length === 0 ? [] : commissions(tx).where('c.id', 'in', ids).execute()
}

/**
 * Count and sums per status. Without a search they come from the maintained statistics, in constant time. `ofAll` as in
 * the list.
 */
export async function commissionStatsByStatus(
  tx: Tx,
  filter: CommissionFilter & { ofAll?: boolean } = {},
): Promise<CommissionStatusStats[]> {
  const { search, partnerId, disputed, ofAll } = filter
  const rows = disputed
    ? await disputedStats(tx, filter)
    : search
      ? await foundStats(tx, search, partnerId, ofAll ?? false)
      : await (ofAll && !partnerId ? totals(tx) : keptStats(tx, partnerId))
  return commissionStatuses.map((status) => {
    const found = !filter.status || filter.status === status ? rows.find((row) => row.status === status) : undefined
    return found ?? { status, count: 0, revenueCents: 0, amountCents: 0 }
  })
}

/** Of kept sums: a status has several rows. */
const summed = [
  'status',
  sql<number>`sum(count)::bigint`.as('count'),
  sql<number>`sum(revenue_cents)::bigint`.as('revenueCents'),
  sql<number>`sum(amount_cents)::bigint`.as('amountCents'),
] as const

/** Over all partners. */
function totals(tx: Tx): Promise<CommissionStatusStats[]> {
  return tx.selectFrom('commission_totals').select(summed).groupBy('status').execute()
}

function keptStats(tx: Tx, partnerId: string | undefined): Promise<CommissionStatusStats[]> {
  let query = tx.selectFrom('commission_stats').select(summed).groupBy('status')
  if (partnerId) query = query.where('partner_id', '=', partnerId)
  return query.execute()
}

/** Of the few that are contested. */
function disputedStats(tx: Tx, { partnerId, search }: CommissionFilter): Promise<CommissionStatusStats[]> {
  let query = tx
    .selectFrom('commissions as c')
    .select([
      'c.status',
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(c.revenue_cents)::bigint`.as('revenueCents'),
      sql<number>`sum(c.amount_cents)::bigint`.as('amountCents'),
    ])
    .where('c.disputed', '=', true)
    .groupBy('c.status')
  if (partnerId) query = query.where('c.partner_id', '=', partnerId)
  if (search) query = query.where(textContains(sql`c.search_text`, search))
  return query.execute()
}

async function foundStats(
  tx: Tx,
  search: string,
  partnerId: string | undefined,
  ofAll: boolean,
): Promise<CommissionStatusStats[]> {
  const pattern = searchPattern(search)
  if (ofAll) {
    const { rows } = await sql<CommissionStatusStats>`
      select status, count, revenue_cents as "revenueCents", amount_cents as "amountCents"
      from app.search_commission_stats(${pattern}, ${partnerId ?? null})`.execute(tx)
    return rows
  }
  return tx
    .selectFrom('commissions as c')
    .select([
      'c.status',
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(c.revenue_cents)::bigint`.as('revenueCents'),
      sql<number>`sum(c.amount_cents)::bigint`.as('amountCents'),
    ])
    .where(textContains(sql`c.search_text`, search))
    .groupBy('c.status')
    .execute()
}

/** Number of partners with at least one commission. */
export async function activePartners(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('commission_stats')
    .select((select) => select.fn.count<number>('partner_id').distinct().as('count'))
    .where('count', '>', 0)
    .executeTakeFirstOrThrow()
  return row.count
}
