import { type RawBuilder, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { Period } from '#platform/api/period.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { payloadField } from '#platform/server/events/payload-field.ts'
import { conditionsOf } from '#platform/server/http/lists/listing.ts'
import { daysWithinPeriod } from '#platform/server/http/lists/period.ts'
import { zoneInSql } from '#platform/server/provider-calendar.ts'
import { type Accounts, auxiliaryOf, type Piece, type PieceKind } from '../domain/entries.ts'
import { closedTable, closedUntilInSql } from './closed-until-queries.ts'

/** Facts that are not booked yet were recorded after the last closed day, except payments by hand, which only have a day. */
const maybeOpen = (recordedAt: RawBuilder<unknown>) =>
  sql`${recordedAt} >= (${closedUntilInSql}::timestamp - interval '1 day') at time zone ${zoneInSql}`

const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone ${zoneInSql})::date`

/** The lines of a statement are frozen with it; of a cancelled payout nothing else says what it was made of. */
const statementSum = (operator: '<' | '>') => sql`(
  select coalesce(sum((line ->> 'amountCents')::bigint), 0) from jsonb_array_elements(p.statement -> 'lines') line
  where (line ->> 'amountCents')::bigint ${sql.raw(operator)} 0)`
const ofStatement = sql`${statementSum('>')} as earned, -${statementSum('<')} as taken_back`

const isNotInvoiced = sql`not exists (select from invoices i where i.payout_id = p.id and i.kind <> 'receipt')`
const minus = sql`case i.kind when 'credit_note' then -1 else 1 end`
const isAwaited = sql`p.billing_mode is not distinct from 'upload'`

const paidOn = sql`coalesce((${payloadField('e', 'payout.paid', 'after', 'paidOn')})::date,
  ${dayOf(sql`(${payloadField('e', 'payout.paid', 'after', 'paidAt')})::timestamptz`)})`

/** As a condition on commissions `c`. */
export const isPaidByHand = sql`c.status = 'paye' and c.payout_id is null and c.amount_cents <> 0`

const byHand = (kind: PieceKind, rank: number) => sql`
  select ${kind}::text, ${rank}::integer, c.id, c.paid_on, coalesce(b.name, l.client_name, c.description), null::date, '',
    c.payment_reference, c.partner_id, greatest(c.amount_cents, 0), greatest(-c.amount_cents, 0), 0::bigint
  from commissions c left join leads l on l.id = c.lead_id left join booked_clients b on b.commission_id = c.id
  where ${isPaidByHand}`

/** The partner's own invoice: its deductible VAT is booked when it is accepted, and taken back with its acceptance. */
const ownInvoice = (kind: PieceKind, rank: number, name: 'payout.invoice_accepted' | 'payout.invoice_reopened') => sql`
  select ${kind}::text, ${rank}::integer, e.id, ${dayOf(sql`e.occurred_at`)}, u.number, u.issued_on, p.reference, '',
    p.partner_id, greatest(u.net_cents, 0), greatest(-u.net_cents, 0), u.vat_cents
  from events e join uploaded_invoices u on u.id = (${payloadField('e', name, 'after', 'invoiceId')})::uuid
    join payouts p on p.id = u.payout_id
  where e.name = ${name} and ${maybeOpen(sql`e.occurred_at`)}`

/**
 * What happened to money and is in no closed month. Each kind has the day that it is booked on; a piece without a date of its own
 * has that day.
 */
const facts = sql`
  select case i.kind when 'credit_note' then 'credited' else 'invoiced' end as kind, 1 as rank, i.id, i.issued_on as day,
    i.reference, i.issued_on as dated, p.reference as payout, '' as bank_reference, i.partner_id,
    greatest(${minus} * i.net_cents, 0) as earned, greatest(-${minus} * i.net_cents, 0) as taken_back,
    ${minus} * i.vat_cents as vat_cents
  from invoices i join payouts p on p.id = i.payout_id where i.kind <> 'receipt' and ${maybeOpen(sql`i.issued_at`)}
  union all
  select case when ${isAwaited} then 'accrued' else 'issued' end, 1, p.id, ${dayOf(sql`p.issued_at`)}, p.reference, null,
    p.reference, '', p.partner_id, ${ofStatement}, case when ${isAwaited} then 0 else p.vat_cents end
  from payouts p where ${isNotInvoiced} and ${maybeOpen(sql`p.issued_at`)}
  union all
  ${ownInvoice('accepted', 2, 'payout.invoice_accepted')}
  union all
  ${ownInvoice('reopened', 3, 'payout.invoice_reopened')}
  union all
  -- The acceptance of an invoice that was cancelled with its payout.
  select 'reopened', 4, u.id, ${dayOf(sql`p.cancelled_at`)}, u.number, u.issued_on, p.reference, '', p.partner_id,
    greatest(u.net_cents, 0), greatest(-u.net_cents, 0), u.vat_cents
  from uploaded_invoices u join payouts p on p.id = u.payout_id
  where u.status = 'cancelled' and u.decided_at is not null and ${maybeOpen(sql`p.cancelled_at`)}
  union all
  select case when ${isAwaited} then 'accrualCancelled' else 'cancelled' end, 5, p.id, ${dayOf(sql`p.cancelled_at`)}, p.reference,
    null, p.reference, '', p.partner_id, ${ofStatement}, case when ${isAwaited} then 0 else p.vat_cents end
  from payouts p where ${isNotInvoiced} and p.status = 'cancelled' and ${maybeOpen(sql`p.cancelled_at`)}
  union all
  ${byHand('byHand', 6)}
  union all
  ${byHand('paidByHand', 7)}
  union all
  select 'paid', 8, e.id, ${paidOn}, p.reference, null, p.reference,
    coalesce(${payloadField('e', 'payout.paid', 'after', 'reference')}, ''), p.partner_id, ${ofStatement}, p.vat_cents
  from events e join payouts p on p.id = e.subject_id where e.name = 'payout.paid' and ${maybeOpen(sql`e.occurred_at`)}
  union all
  -- What the bank refused before it was paid moved no money.
  select 'returned', 9, e.id, ${dayOf(sql`e.occurred_at`)}, p.reference, null, p.reference, '', p.partner_id, ${ofStatement},
    p.vat_cents
  from events e join payouts p on p.id = e.subject_id
  where e.name = 'payout.rejected' and ${payloadField('e', 'payout.rejected', 'before', 'status')} = 'paid'
    and ${maybeOpen(sql`e.occurred_at`)}`

/** A piece that moves nothing, such as the transfer of 0 €, has no entry and takes no number. */
const movesMoney = sql`case when kind in ('paid', 'returned', 'paidByHand') then earned - taken_back + vat_cents <> 0
  else earned <> 0 or taken_back <> 0 or vat_cents <> 0 end`

/**
 * Pieces of open months as a common table `open_pieces`, with the number that each gets if its month is closed now. What is known
 * of a closed month too late is booked on the first open day.
 */
export const openPieces = sql`${closedTable('month')}, open_pieces as (
  select booked.*, extract(year from booked_on)::integer as year,
    (coalesce((select max(n.number) from accounting_entries n where n.year = extract(year from booked.booked_on)), 0)
      + row_number() over (partition by extract(year from booked_on) order by booked_on, rank, id))::integer as number,
    r.full_name as partner_name, s.code as supplier_code
  from (select f.*, greatest(day, ${closedUntilInSql} + 1) as booked_on from (${facts}) f where ${movesMoney}) booked
    join ${partnerContacts} r using (partner_id)
    left join supplier_codes s using (partner_id)
  where not exists (select from accounting_entries n where n.kind = booked.kind and n.piece_id = booked.id))`

interface PieceRow extends Omit<Piece, 'partner' | 'number' | 'supplierCode'> {
  readonly supplierCode: string | null
  readonly partnerId: string
  readonly partnerName: string
  readonly key: string
}

const columns = sql`reference, to_char(booked_on, 'YYYY-MM-DD') as day, to_char(coalesce(dated, booked_on), 'YYYY-MM-DD')
    as dated, payout, bank_reference as "bankReference", partner_id as "partnerId", partner_name as "partnerName",
  supplier_code as "supplierCode"`

/** A page of the journal after the entry `after`, in the order of the numbers, and one more if there is a next page. */
export async function readPieces(
  tx: Tx,
  period: Period,
  accountsNow: Accounts,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<Piece[]> {
  const conditions = conditionsOf<Period>(period, daysWithinPeriod(sql`booked_on`))
  const inPeriod = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
  const key = sql`year || '-' || lpad(number::text, 6, '0')`
  const { rows } = await sql<PieceRow>`
    with ${openPieces}, journal as (
      select ${key} as key, n.kind, n.piece_id as id, ${columns}, n.earned_cents as "earnedCents",
        n.taken_back_cents as "takenBackCents", n.vat_cents as "vatCents", c.accounts,
        to_char(c.closed_at at time zone ${zoneInSql}, 'YYYY-MM-DD') as "closedOn"
      from accounting_entries n join accounting_closings c on c.id = n.closing_id where ${inPeriod}
      union all
      select ${key}, kind, id, ${columns}, earned::bigint, taken_back::bigint, vat_cents::bigint,
        ${JSON.stringify(accountsNow)}::jsonb, null
      from open_pieces where ${inPeriod})
    select * from journal where ${after}::text is null or key collate "C" > ${after}
    order by key collate "C" limit ${limit + 1}`.execute(tx)
  return rows.map(({ partnerId, partnerName, key: number, supplierCode, ...piece }) => ({
    ...piece,
    number,
    supplierCode: supplierCode ?? auxiliaryOf(partnerId),
    partner: { id: partnerId, name: partnerName },
  }))
}
