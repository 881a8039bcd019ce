import { type RawBuilder, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { Cents } from '#platform/domain/money.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { zoneInSql } from '#platform/server/provider-calendar.ts'
import { closedTable, closedUntilInSql } from './closed-until-queries.ts'

/** Payouts that are paid now, and commissions that were marked as paid without one. `days` is a condition on their day. */
const paidNow = (days: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  select p.partner_id, p.paid_on, p.reference, false as by_hand, 1 as payments, p.net_cents, p.vat_cents
  from payouts p where ${days(sql`p.paid_on`)}
  union all
  -- What was transferred on one day under one reference was one payment.
  select c.partner_id, c.paid_on, c.payment_reference, true, 1, sum(c.amount_cents)::bigint, 0
  from commissions c
  where c.status = 'paye' and c.payout_id is null and ${days(sql`c.paid_on`)}
  group by c.partner_id, c.paid_on, c.payment_reference`

/**
 * Payments by the year that they are declared for, of one or of all years. A closed year keeps what was declared; what became
 * known of it later (a payment that was recorded late, a transfer that came back) belongs to the first open year.
 */
const payments = (year: number | null) => {
  const inYear = (of: RawBuilder<unknown>) => (year === null ? sql`true` : sql`${of} = ${year}::integer`)
  const yearCondition = (column: RawBuilder<unknown>) =>
    year === null ? sql`${column} is not null` : sql`${column} between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`
  return sql`
    with ${closedTable('year')}
    select extract(year from paid_on)::integer as year, n.* from (
      ${paidNow((column) => sql`${yearCondition(column)} and ${column} > ${closedUntilInSql}`)}) n
    union all
    select d.year, d.partner_id, d.paid_on, d.reference, d.by_hand, d.payments, d.net_cents, d.vat_cents
    from declared_payments d where ${inYear(sql`d.year`)}
    union all
    select extract(year from ${closedUntilInSql})::integer + 1, partner_id, paid_on, reference, by_hand, sum(payments)::integer,
      sum(net_cents)::bigint, sum(vat_cents)::bigint
    from (
      ${paidNow((column) => sql`${column} <= ${closedUntilInSql}`)}
      union all
      select partner_id, paid_on, reference, by_hand, -payments, -net_cents, -vat_cents from declared_payments
    ) changed
    where isfinite(${closedUntilInSql}) and ${inYear(sql`extract(year from ${closedUntilInSql})::integer + 1`)}
    group by partner_id, paid_on, reference, by_hand having sum(net_cents) <> 0 or sum(vat_cents) <> 0`
}

export interface PaidInYear {
  readonly partnerId: string
  readonly payments: number
  /** VAT included. */
  readonly payoutCents: Cents
  /** Without the VAT, which the portal does not know. */
  readonly byHandCents: Cents
}

/** Each partner who was paid in the year. */
export async function paidInYear(tx: Tx, year: number): Promise<PaidInYear[]> {
  const { rows } = await sql<PaidInYear>`
    select partner_id as "partnerId", sum(payments)::integer as payments,
      coalesce(sum(net_cents + vat_cents) filter (where not by_hand), 0)::bigint as "payoutCents",
      coalesce(sum(net_cents) filter (where by_hand), 0)::bigint as "byHandCents"
    from (${payments(year)}) paid group by partner_id`.execute(tx)
  return rows
}

export interface PaymentInYear {
  /** '2026-03-05' */
  readonly paidOn: string
  readonly reference: string
  readonly netCents: Cents
  readonly vatCents: Cents
}

/** The payments to a partner in the year, oldest first. */
export async function paymentsInYear(tx: Tx, year: number, partnerId: string): Promise<PaymentInYear[]> {
  const { rows } = await sql<PaymentInYear>`
    select to_char(paid_on, 'YYYY-MM-DD') as "paidOn", reference, net_cents as "netCents", vat_cents as "vatCents"
    from (${payments(year)}) paid where partner_id = ${partnerId} order by paid_on, reference`.execute(tx)
  return rows
}

export async function keepDeclaredPayments(tx: Tx, year: number): Promise<void> {
  await sql`
    insert into declared_payments (year, partner_id, paid_on, reference, by_hand, payments, net_cents, vat_cents)
    select year, partner_id, paid_on, reference, by_hand, payments, net_cents, vat_cents from (${payments(year)}) paid`.execute(
    tx,
  )
}

/** The year of the first payment; null before it. */
export async function firstPaidYear(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ year: number | null }>`
    select extract(year from least(
      (select min(paid_on) from payouts where paid_on is not null),
      (select min(paid_on) from commissions where status = 'paye' and payout_id is null)
    ))::integer as year`.execute(tx)
  return rows[0]?.year ?? null
}

/** Past years in which a partner was paid, newest first. */
export async function certificateYears(tx: Tx, partnerId: string, now: Date): Promise<{ year: number; paidCents: Cents }[]> {
  const { rows } = await sql<{ year: number; paidCents: Cents }>`
    select year, sum(net_cents + vat_cents)::bigint as "paidCents" from (${payments(null)}) paid
    where partner_id = ${partnerId} and year < extract(year from ${now}::timestamptz at time zone ${zoneInSql})
    group by year having sum(net_cents + vat_cents) > 0 order by year desc`.execute(tx)
  return rows
}

/** Names of partners, whether they still have access or not. */
export async function partnersByIds(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom(partnerContacts.as('p'))
    .select(['partner_id', 'full_name', 'company', 'joined_at', 'deleted_at', 'partner_deleted_at'])
    .where('partner_id', 'in', ids)
    .orderBy('name_key')
    .orderBy('partner_id')
    .execute()
}

/** Who was asked for missing data of a year, by partner. */
export async function requestsOfYear(tx: Tx, year: number) {
  const rows = await tx
    .selectFrom('declaration_requests as q')
    .innerJoin('profiles as p', 'p.user_id', 'q.requested_by')
    .select(['q.partner_id', 'q.requested_at', 'p.full_name as requested_by_name'])
    .where('q.year', '=', year)
    .execute()
  return new Map(rows.map((row) => [row.partner_id, row]))
}

export function exportsOfYear(tx: Tx, year: number) {
  return exported(tx).where('e.year', '=', year).orderBy('e.created_at', 'desc').orderBy('e.id', 'desc').execute()
}

export function findExport(tx: Tx, id: string) {
  return exported(tx).where('e.id', '=', id).executeTakeFirst()
}

function exported(tx: Tx) {
  return tx
    .selectFrom('das2_exports as e')
    .innerJoin('profiles as p', 'p.user_id', 'e.created_by')
    .select([
      'e.id',
      'e.created_at',
      'e.declared',
      'e.declared_euros',
      'e.table_sha256',
      'e.file_sha256',
      'e.file_missing',
      'e.file_obstacle',
    ])
    .select(['e.paid', 'p.full_name as created_by_name'])
}

/** The texts of an exported declaration. */
export function exportedTexts(tx: Tx, id: string) {
  return tx.selectFrom('das2_exports').select(['year', 'table_text', 'file_text']).where('id', '=', id).executeTakeFirst()
}
