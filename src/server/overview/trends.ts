import { sql } from 'kysely'
import type { overviewRoutes } from '#api/overview.ts'
import type { ReturnOf } from '#api/route.ts'
import type { CommissionStatus } from '#domain/commissions.ts'
import { tierRevenueStatuses } from '#domain/commissions.ts'
import type { Tx } from '../db/database.ts'
import { providerZone } from '../provider-calendar.ts'

type Trends = ReturnOf<typeof overviewRoutes.getTrends>

const shownMonths = 12

interface MonthRow {
  readonly month: string
  readonly status: CommissionStatus | null
  readonly revenue: number
  readonly amount: number
}

/**
 * Commissions by month of creation, one index range per month. Months are the provider's: a commission of 31 December,
 * 23:30 UTC, belongs to January.
 */
export async function commissionMonths(tx: Tx, now: Date): Promise<Trends['months']> {
  const { rows } = await sql<MonthRow>`
    select to_char(local, 'YYYY-MM') as month, c.status, coalesce(c.revenue, 0)::bigint as revenue, coalesce(c.amount,
    0)::bigint as amount
    from (select date_trunc('month', ${now}::timestamptz at time zone ${providerZone}) as this_month) t,
      generate_series(this_month - ${shownMonths - 1} * interval '1 month', this_month, interval '1 month') local
      left join lateral (
        select status, sum(revenue_cents) as revenue, sum(amount_cents) as amount from commissions
        where created_at >= local at time zone ${providerZone}
          and created_at < (local + interval '1 month') at time zone ${providerZone}
        group by status
      ) c on true
    order by local`.execute(tx)
  const of = (month: string, ...statuses: (CommissionStatus | null)[]) =>
    rows.filter((row) => row.month === month && (statuses.length === 0 || statuses.includes(row.status)))
  const sum = (some: readonly MonthRow[], field: 'revenue' | 'amount') => some.reduce((total, row) => total + row[field], 0)
  return [...new Set(rows.map((row) => row.month))].map((month) => ({
    month,
    revenueCents: sum(of(month), 'revenue'),
    commissionCents: sum(of(month), 'amount'),
    pendingCents: sum(of(month, 'en_attente'), 'amount'),
    validatedCents: sum(of(month, 'valide'), 'amount'),
    paidCents: sum(of(month, 'paye'), 'amount'),
  }))
}

/** Partners with the most validated revenue, from the maintained statistics. */
export async function topPartners(tx: Tx): Promise<NonNullable<Trends['topPartners']>> {
  const revenue = sql<number>`sum(f.revenue_cents)::bigint`
  const rows = await tx
    .selectFrom('commission_stats as f')
    .innerJoin('profiles as p', 'p.user_id', 'f.partner_id')
    .select(['p.user_id', 'p.full_name', 'p.deleted_at', revenue.as('revenue')])
    .select(sql<number>`sum(f.amount_cents)::bigint`.as('amount'))
    .where('f.status', 'in', tierRevenueStatuses)
    .groupBy('p.user_id')
    .having(revenue, '>', 0)
    .orderBy('revenue', 'desc')
    .orderBy('p.user_id')
    .limit(5)
    .execute()
  return rows.map((row) => ({
    partner: { id: row.user_id, name: row.full_name, deleted: row.deleted_at !== null },
    revenueCents: row.revenue,
    amountCents: row.amount,
  }))
}
