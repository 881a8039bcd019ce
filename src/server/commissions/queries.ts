import { sql } from 'kysely'
import type { CommissionStatus, StatusFigures } from '#domain/commissions.ts'
import { commissionStatuses } from '#domain/commissions.ts'
import type { Tx } from '../db/database.ts'
import type { Place } from '../http/cursor.ts'

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

/** A page of commissions, newest first, one row more than asked for. */
export function listCommissions(
  tx: Tx,
  filter: { status?: CommissionStatus | undefined; partnerId?: string | undefined; after: Place | null; limit: number },
): Promise<CommissionRecord[]> {
  let query = commissions(tx)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(filter.limit + 1)
  if (filter.status) query = query.where('c.status', '=', filter.status)
  if (filter.partnerId) query = query.where('c.partner_id', '=', filter.partnerId)
  if (filter.after) query = query.where(sql<boolean>`(c.created_at, c.id) < (${filter.after.at}, ${filter.after.id}::uuid)`)
  return query.execute()
}

export function findCommission(tx: Tx, id: string): Promise<CommissionRecord | undefined> {
  return commissions(tx).where('c.id', '=', id).executeTakeFirst()
}

/** Count and sums of each status, from the kept sums. */
export async function commissionsByStatus(tx: Tx): Promise<StatusFigures[]> {
  const rows = await tx
    .selectFrom('commission_figures')
    .select([
      'status',
      sql<number>`sum(count)::bigint`.as('count'),
      sql<number>`sum(revenue_cents)::bigint`.as('revenueCents'),
      sql<number>`sum(amount_cents)::bigint`.as('amountCents'),
    ])
    .groupBy('status')
    .execute()
  return commissionStatuses.map(
    (status) => rows.find((row) => row.status === status) ?? { status, count: 0, revenueCents: 0, amountCents: 0 },
  )
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
