import { sql } from 'kysely'
import type { Period } from '#api/period.ts'
import type { Piece, PieceKind } from '#domain/journal/entries.ts'
import { payloadField } from '../activity/payload-field.ts'
import type { Tx } from '../db/database.ts'
import { withinPeriod } from '../http/period.ts'
import { zoneInSql } from '../provider-calendar.ts'

interface PieceRow extends Omit<Piece, 'kind' | 'partner'> {
  readonly kind: PieceKind
  readonly partnerId: string
  readonly partnerName: string
  /** Position in the journal. */
  readonly key: string
}

const within = (time: ReturnType<typeof sql>, period: Period) => {
  const conditions = withinPeriod(time, period)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** The lines of a statement are frozen with it; of a cancelled payout nothing else says what it was made of. */
const statementSum = (operator: '<' | '>') => sql`(
  select coalesce(sum((line ->> 'amountCents')::bigint), 0) from jsonb_array_elements(p.statement -> 'lines') line
  where (line ->> 'amountCents')::bigint ${sql.raw(operator)} 0)`
const ofStatement = sql`${statementSum('>')} as earned, -${statementSum('<')} as taken_back, p.vat_cents`

const paidAt = sql`(${payloadField('e', 'payout.paid', 'after', 'paidAt')})::timestamptz`

/** What proves a payout that has no self-billed documents: its receipt, or the partner's own invoice once it is accepted. */
const proof = sql`left join lateral (
    select i.reference, i.issued_on from invoices i where i.payout_id = p.id and i.kind = 'receipt'
    union all
    select u.number, u.issued_on from uploaded_invoices u where u.payout_id = p.id and u.status = 'accepted'
  ) d on true`
const isNotInvoiced = sql`not exists (select from invoices i where i.payout_id = p.id and i.kind <> 'receipt')`
const minus = sql`case i.kind when 'credit_note' then -1 else 1 end`

/**
 * Pieces of the period, a page in the order of their days. Each kind has the time that it is booked on; a piece without a date of
 * its own has that day.
 */
const pieces = (period: Period) => sql`
  select case i.kind when 'credit_note' then 'credited' else 'invoiced' end as kind, 1 as rank, i.id, i.issued_at as at,
    i.reference, i.issued_on as dated, p.reference as payout, '' as bank_reference, i.partner_id,
    greatest(${minus} * i.net_cents, 0) as earned, greatest(-${minus} * i.net_cents, 0) as taken_back,
    ${minus} * i.vat_cents as vat_cents
  from invoices i join payouts p on p.id = i.payout_id where i.kind <> 'receipt' and ${within(sql`i.issued_at`, period)}
  union all
  select 'issued', 1, p.id, p.issued_at, coalesce(d.reference, p.reference), d.issued_on, p.reference, '', p.partner_id,
    ${ofStatement}
  from payouts p ${proof} where ${isNotInvoiced} and ${within(sql`p.issued_at`, period)}
  union all
  select 'cancelled', 2, p.id, p.cancelled_at, coalesce(d.reference, p.reference), d.issued_on, p.reference, '', p.partner_id,
    ${ofStatement}
  from payouts p ${proof}
  where ${isNotInvoiced} and p.status = 'cancelled' and ${within(sql`p.cancelled_at`, period)}
  union all
  select 'byHand', 3, c.id, c.paid_at, coalesce(l.company, c.description), null, '', c.payment_reference, c.partner_id,
    greatest(c.amount_cents, 0), greatest(-c.amount_cents, 0), 0
  from commissions c left join leads l on l.id = c.lead_id
  where c.status = 'paye' and c.payout_id is null and c.amount_cents <> 0 and ${within(sql`c.paid_at`, period)}
  union all
  select 'paid', 4, e.id, ${paidAt}, p.reference, null, p.reference,
    coalesce(${payloadField('e', 'payout.paid', 'after', 'reference')}, ''), p.partner_id, ${ofStatement}
  from payouts p join events e on e.subject_id = p.id and e.name = 'payout.paid' where ${within(paidAt, period)}
  union all
  -- What the bank refused before it was paid moved no money.
  select 'returned', 5, e.id, e.occurred_at, p.reference, null, p.reference, '', p.partner_id, ${ofStatement}
  from payouts p join events e on e.subject_id = p.id and e.name = 'payout.rejected'
  where ${payloadField('e', 'payout.rejected', 'before', 'status')} = 'paid' and ${within(sql`e.occurred_at`, period)}`

/** A page of pieces after `after`, oldest first, and one more to tell whether there is a next page. */
export async function piecesOf(
  tx: Tx,
  period: Period,
  after: string | null,
  limit: number,
): Promise<(Piece & { key: string })[]> {
  const { rows } = await sql<PieceRow>`
    with booked as (
      select found.*, to_char(at at time zone ${zoneInSql}, 'YYYY-MM-DD') as day from (${pieces(period)}) found
    ), keyed as (select booked.*, day || '/' || rank || '/' || id as key from booked)
    select k.id, k.kind, k.day, k.reference, coalesce(to_char(k.dated, 'YYYY-MM-DD'), k.day) as dated, k.payout,
      k.bank_reference as "bankReference", k.partner_id as "partnerId",
      p.full_name as "partnerName", k.earned::bigint as "earnedCents", k.taken_back::bigint as "takenBackCents",
      k.vat_cents::bigint as "vatCents", k.key
    from keyed k join profiles p on p.user_id = k.partner_id
    where ${after}::text is null or k.key collate "C" > ${after}
    order by k.key collate "C" limit ${limit + 1}`.execute(tx)
  return rows.map(({ partnerId, partnerName, ...piece }) => ({ ...piece, partner: { id: partnerId, name: partnerName } }))
}
