import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import { endOfDay } from '#platform/server/http/lists/period.ts'
import { zoneInSql } from '#platform/server/provider-calendar.ts'
import type { MissingKind, MissingThings } from '../domain/accounting.ts'
import { readDeclaration } from './declaration-queries.ts'
import { exportsOfYear } from './year-queries.ts'

/** Closings, newest first. */
export function closings(tx: Tx) {
  return tx
    .selectFrom('accounting_closings as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.closed_by')
    .leftJoin('profiles as a', 'a.user_id', 'c.reopening_asked_by')
    .leftJoin('profiles as r', 'r.user_id', 'c.reopened_by')
    .select(['c.id', 'c.scope', 'c.until_day', 'c.closed_at', 'c.missing', 'c.reopening_reason', 'c.reopening_asked_at'])
    .select(['c.reopening_asked_by', 'c.reopened_at', 'p.full_name as closed_by_name', 'a.full_name as asked_by_name'])
    .select(['a.deleted_at as asked_by_deleted_at', 'r.full_name as reopened_by_name'])
    .select((from) =>
      from
        .selectFrom('accounting_entries as n')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('n.closing_id', '=', 'c.id')
        .as('entries'),
    )
    .orderBy('c.closed_at', 'desc')
    .orderBy('c.id', 'desc')
}

export type ClosingRow = Awaited<ReturnType<ReturnType<typeof closings>['execute']>>[number]

/** The day of the first fact that the journal books; null before it. */
export async function firstBookedDay(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(least(
      (select min(issued_at) from payouts) at time zone ${zoneInSql},
      (select min(paid_on) from commissions where status = 'paye' and payout_id is null)::timestamp
    ), 'YYYY-MM-DD') as day`.execute(tx)
  return rows[0]?.day ?? null
}

const shownReferences = 20

/** Items issued until a day that are still unsettled. */
export async function missingUntil(tx: Tx, until: string): Promise<MissingThings> {
  const isUntil = sql`p.issued_at < ${endOfDay(until)}`
  const { rows } = await sql<{ kind: MissingKind; count: number; references: string[] }>`
    select kind, count(*)::integer as count, (array_agg(reference order by reference))[:${sql.lit(shownReferences)}] as references
    from (
      select p.reference, case
        when p.status = 'issued' then 'payouts_open'
        when p.status = 'sent' then 'transfers_unanswered' end as kind
      from payouts p where p.status in ('issued', 'sent') and ${isUntil}
      union all
      select p.reference, case when exists (
          select from uploaded_invoices u where u.payout_id = p.id and u.status = 'submitted') then 'invoices_unchecked'
        else 'invoices_awaited' end
      from payouts p
      where p.billing_mode = 'upload' and p.status <> 'cancelled' and ${isUntil}
        and not exists (select from uploaded_invoices u where u.payout_id = p.id and u.status = 'accepted')
    ) found group by kind order by kind`.execute(tx)
  return rows
}

/** Data that a year's declaration still lacks. */
export async function missingInYear(tx: Tx, year: number): Promise<MissingThings> {
  const [{ partners, fileObstacle }, exports] = await Promise.all([readDeclaration(tx, year), exportsOfYear(tx, year)])
  const declared = partners.filter(({ line }) => line.state !== 'below_threshold')
  const incomplete = declared.filter(({ line }) => line.state === 'incomplete').map(({ partner }) => partner.name)
  const ofDeclarant = declared.length > 0 && fileObstacle?.code === 'declarant_incomplete' ? [...fileObstacle.missing] : []
  return [
    ...(incomplete.length > 0
      ? [
          {
            kind: 'declaration_incomplete' as const,
            count: incomplete.length,
            references: incomplete.slice(0, shownReferences),
          },
        ]
      : []),
    ...(ofDeclarant.length > 0 ? [{ kind: 'declarant_incomplete' as const, count: 1, references: ofDeclarant }] : []),
    ...(declared.length > 0 && exports.length === 0
      ? [{ kind: 'declaration_not_exported' as const, count: 1, references: [String(year)] }]
      : []),
  ]
}
