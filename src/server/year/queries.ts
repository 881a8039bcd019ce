import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Tx } from '../db/database.ts'
import { withinPeriod } from '../http/period.ts'
import { zoneInSql } from '../provider-calendar.ts'

const daysOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` })
const allOf = (conditions: ReturnType<typeof withinPeriod>) => sql.join(conditions, sql` and `)

/** What was paid in a civil year of the provider's calendar: payouts, and commissions that were marked as paid without one. */
const payments = (year: number) => sql`
  select p.partner_id, p.paid_at, p.reference, p.net_cents, p.vat_cents, false as by_hand
  from payouts p where ${allOf(withinPeriod(sql`p.paid_at`, daysOf(year)))}
  union all
  -- What was transferred on one day under one reference was one payment.
  select c.partner_id, min(c.paid_at), c.payment_reference, sum(c.amount_cents)::bigint, 0, true
  from commissions c
  where c.status = 'paye' and c.payout_id is null and ${allOf(withinPeriod(sql`c.paid_at`, daysOf(year)))}
  group by c.partner_id, (c.paid_at at time zone ${zoneInSql})::date, c.payment_reference`

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
    select partner_id as "partnerId", count(*)::integer as payments,
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
    select to_char(paid_at at time zone ${zoneInSql}, 'YYYY-MM-DD') as "paidOn", reference, net_cents as "netCents",
      vat_cents as "vatCents"
    from (${payments(year)}) paid where partner_id = ${partnerId} order by paid_at, reference`.execute(tx)
  return rows
}

/** The year of the first payment; null before it. */
export async function firstPaidYear(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ year: number | null }>`
    select extract(year from least(
      (select min(paid_at) from payouts where paid_at is not null),
      (select min(paid_at) from commissions where status = 'paye' and payout_id is null)
    ) at time zone ${zoneInSql})::integer as year`.execute(tx)
  return rows[0]?.year ?? null
}

/** Past years in which a partner was paid, newest first. */
export async function certificateYears(tx: Tx, partnerId: string, now: Date): Promise<{ year: number; paidCents: Cents }[]> {
  const { rows } = await sql<{ year: number; paidCents: Cents }>`
    select extract(year from paid_at at time zone ${zoneInSql})::integer as year, sum(cents)::bigint as "paidCents" from (
      select paid_at, total_cents as cents from payouts where partner_id = ${partnerId} and paid_at is not null
      union all
      select paid_at, amount_cents from commissions
      where partner_id = ${partnerId} and status = 'paye' and payout_id is null
    ) paid
    where paid_at < date_trunc('year', ${now}::timestamptz at time zone ${zoneInSql}) at time zone ${zoneInSql}
    group by 1 having sum(cents) > 0 order by 1 desc`.execute(tx)
  return rows
}

/** Names of partners, whether they still have access or not. */
export async function partnersByIds(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('profiles')
    .select(['user_id', 'full_name', 'company', 'deleted_at'])
    .where('user_id', 'in', ids)
    .orderBy('name_key')
    .orderBy('user_id')
    .execute()
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
    .select(['e.id', 'e.created_at', 'e.declared', 'e.declared_euros', 'e.table_sha256', 'e.file_sha256', 'e.file_missing'])
    .select(['e.paid', 'p.full_name as created_by_name'])
}

/** The texts of an exported declaration. */
export function exportedTexts(tx: Tx, id: string) {
  return tx.selectFrom('das2_exports').select(['year', 'table_text', 'file_text']).where('id', '=', id).executeTakeFirst()
}
