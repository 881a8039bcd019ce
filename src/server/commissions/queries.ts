import { sql } from 'kysely'
import type { commissionSorts } from '#contract/commissions.ts'
import type { CommissionStatus, StatusFigures } from '#domain/commissions.ts'
import { commissionStatuses } from '#domain/commissions.ts'
import type { Tx } from '../db/database.ts'
import type { Order, Sorted, SortKey } from '../http/listing.ts'
import { holdsText, inOrder } from '../http/listing.ts'

export interface CommissionRecord {
  readonly id: string
  readonly partner_id: string
  readonly partner_name: string
  readonly partner_deleted_at: Date | null
  readonly lead_id: string | null
  readonly lead_name: string | null
  readonly lead_company: string | null
  readonly revenue_cents: number
  readonly commission_rate: string
  readonly tier_name: string
  readonly amount_cents: number
  readonly status: CommissionStatus
  readonly created_at: Date
  readonly validated_at: Date | null
  readonly paid_at: Date | null
  readonly description: string
}

function commissions(tx: Tx) {
  return tx
    .selectFrom('commissions as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.partner_id')
    .leftJoin('leads as l', 'l.id', 'c.lead_id')
    .selectAll('c')
    .select([
      'p.full_name as partner_name',
      'p.deleted_at as partner_deleted_at',
      'l.name as lead_name',
      'l.company as lead_company',
    ])
}

export const commissionSortKeys = {
  date: { by: sql`c.created_at`, holds: 'time' },
  partner: { by: sql`app.unaccent(lower(p.full_name))`, holds: 'text' },
  lead: { by: sql`app.unaccent(lower(coalesce(l.name, c.description)))`, holds: 'text' },
  revenue: { by: sql`c.revenue_cents`, holds: 'number' },
  rate: { by: sql`(c.commission_rate * 100)::bigint`, holds: 'number' },
  amount: { by: sql`c.amount_cents`, holds: 'number' },
  status: { by: sql`array_position(array['en_attente', 'valide', 'paye'], c.status)`, holds: 'number' },
  paid: { by: sql`coalesce(c.paid_at, 'epoch')`, holds: 'time' },
} as const satisfies Record<(typeof commissionSorts)[number], SortKey>

export interface CommissionFilter {
  readonly status?: CommissionStatus | undefined
  readonly partnerId?: string | undefined
  readonly search?: string | undefined
}

type Listed = CommissionRecord & Sorted

/** A page of commissions in the order asked for, one row more than asked for. */
export function listCommissions(tx: Tx, filter: CommissionFilter, order: Order): Promise<Listed[]> {
  return inOrder(filtered(commissions(tx), filter), order).execute()
}

function filtered<Q extends ReturnType<typeof commissions>>(query: Q, filter: CommissionFilter): Q {
  let narrowed = query as ReturnType<typeof commissions>
  if (filter.status) narrowed = narrowed.where('c.status', '=', filter.status)
  if (filter.partnerId) narrowed = narrowed.where('c.partner_id', '=', filter.partnerId)
  if (filter.search) {
    const shown = sql`concat_ws(' ', p.full_name, l.name, l.company, c.description)`
    narrowed = narrowed.where(holdsText(shown, filter.search))
  }
  return narrowed as Q
}

export function findCommission(tx: Tx, id: string): Promise<CommissionRecord | undefined> {
  return commissions(tx).where('c.id', '=', id).executeTakeFirst()
}

/** Count and sums of each status. Without a search they come from the kept sums and cost the same at any size. */
export async function commissionsByStatus(tx: Tx, filter: CommissionFilter = {}): Promise<StatusFigures[]> {
  const rows = filter.search ? await addedUp(tx, filter) : await keptSums(tx, filter.partnerId)
  return commissionStatuses.map((status) => {
    const found = !filter.status || filter.status === status ? rows.find((row) => row.status === status) : undefined
    return found ?? { status, count: 0, revenueCents: 0, amountCents: 0 }
  })
}

function keptSums(tx: Tx, partnerId: string | undefined): Promise<StatusFigures[]> {
  let query = tx
    .selectFrom('commission_figures')
    .select([
      'status',
      sql<number>`sum(count)::bigint`.as('count'),
      sql<number>`sum(revenue_cents)::bigint`.as('revenueCents'),
      sql<number>`sum(amount_cents)::bigint`.as('amountCents'),
    ])
    .groupBy('status')
  if (partnerId) query = query.where('partner_id', '=', partnerId)
  return query.execute()
}

function addedUp(tx: Tx, filter: CommissionFilter): Promise<StatusFigures[]> {
  return filtered(commissions(tx), filter)
    .clearSelect()
    .select([
      'c.status',
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(c.revenue_cents)::bigint`.as('revenueCents'),
      sql<number>`sum(c.amount_cents)::bigint`.as('amountCents'),
    ])
    .groupBy('c.status')
    .execute()
}

/** Partners with at least one commission. */
export async function activePartners(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('commission_figures')
    .select((select) => select.fn.count<number>('partner_id').distinct().as('count'))
    .where('count', '>', 0)
    .executeTakeFirstOrThrow()
  return row.count
}
