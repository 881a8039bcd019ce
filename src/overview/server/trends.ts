import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { CommissionStatus } from '#money/commissions/domain.ts'
import type { ReturnOf } from '#platform/api/route.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { zoneInSql } from '#platform/server/provider-calendar.ts'
import type { overviewRoutes } from '../api.ts'

type Trends = ReturnOf<typeof overviewRoutes.getTrends>

const shownMonths = 12

interface MonthRow {
  readonly month: string
  readonly status: CommissionStatus | null
  readonly revenue: number
  readonly amount: number
}

/**
 * Commissions by month of creation, for all partners from kept sums, for one partner from the index of their commissions.
 * Months are the provider's: a commission of 31 December, 23:30 UTC, belongs to January.
 */
export async function commissionMonths(tx: Tx, now: Date, ofAll: boolean): Promise<Trends['months']> {
  const thisMonth = sql`date_trunc('month', ${now}::timestamptz at time zone ${zoneInSql})`
  const sums = ofAll
    ? sql`
        select month, status, sum(revenue_cents) as revenue, sum(amount_cents) as amount from commission_totals
        where month > ${thisMonth} - ${shownMonths} * interval '1 month' and month <= ${thisMonth}
        group by month, status`
    : sql`
        select app.month_of(created_at, ${zoneInSql}) as month, status, sum(revenue_cents) as revenue, sum(amount_cents) as amount
        from commissions
        where created_at >= (${thisMonth} - ${shownMonths - 1} * interval '1 month') at time zone ${zoneInSql}
          and created_at < (${thisMonth} + interval '1 month') at time zone ${zoneInSql}
        group by 1, 2`
  const { rows } = await sql<MonthRow>`
    select to_char(shown, 'YYYY-MM') as month, c.status, coalesce(c.revenue, 0)::bigint as revenue,
      coalesce(c.amount, 0)::bigint as amount
    from generate_series(${thisMonth} - ${shownMonths - 1} * interval '1 month', ${thisMonth}, interval '1 month') shown
      left join (${sums}) c on c.month = shown::date
    order by shown`.execute(tx)
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

/** Partners with the most validated revenue, from kept sums. */
export async function topPartners(tx: Tx): Promise<NonNullable<Trends['topPartners']>> {
  const rows = await tx
    .selectFrom('partner_revenue as r')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'r.partner_id')
    .select(['r.partner_id', 'p.full_name', 'p.partner_deleted_at', 'r.revenue_cents', 'r.amount_cents'])
    .where('r.revenue_cents', '>', 0)
    .orderBy('r.revenue_cents', 'desc')
    .orderBy('r.partner_id')
    .limit(5)
    .execute()
  return rows.map((row) => ({
    partner: { id: row.partner_id, name: row.full_name, deleted: row.partner_deleted_at !== null },
    revenueCents: row.revenue_cents,
    amountCents: row.amount_cents,
  }))
}
