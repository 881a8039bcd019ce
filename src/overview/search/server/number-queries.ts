import { type RawBuilder, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { shownClient } from '#leads/hidden-clients/server/queries.ts'
import { invoiceKey } from '#money/bank-files/domain/client-payments-found.ts'
import type { ClientPaymentKind } from '#money/commissions/domain.ts'
import type { DocumentKind } from '#money/invoices/domain/payout-documents.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { searchPattern } from '#platform/server/http/lists/listing.ts'
import { maxHits } from '../domain/search-hits.ts'
import type { TypedDocument, TypedNumber } from '../domain/typed-number.ts'

/** What trigrams find: three letters or digits in a row. Less is in every other number. */
const isIndexed = (written: string) => /[\p{L}\p{N}]{3}/u.test(written)

const oneOf = (values: readonly string[]): RawBuilder<string> => sql<string>`any(${[...values]}::text[])`

export function registrationsByNumber(tx: Tx, { registrations }: TypedNumber) {
  if (registrations.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('lead_registrations as r')
    .innerJoin('leads as l', 'l.id', 'r.lead_id')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'l.partner_id')
    .select(['l.id', 'r.number', 'l.name', 'l.company', 'p.full_name as partner'])
    .where('r.number', '=', oneOf(registrations))
    .where('l.restricted_at', 'is', null)
    .orderBy('r.number', 'desc')
    .limit(maxHits)
    .execute()
}

/** References of receipts, as far as the caller sees the lead that they are about. */
export function receiptsByReference(tx: Tx, { reference }: TypedNumber) {
  if (reference === null) return Promise.resolve([])
  return tx
    .selectFrom('lead_receipts as k')
    .innerJoin('leads as l', 'l.id', 'k.lead_id')
    .select(['l.id', 'k.reference', 'l.name', 'l.company'])
    .where('k.reference', '=', reference)
    .where('l.restricted_at', 'is', null)
    .execute()
}

/** References of signatures, revoked ones included: a printed contract goes on quoting them. */
export function signaturesByReference(tx: Tx, { reference }: TypedNumber) {
  if (reference === null) return Promise.resolve([])
  return tx
    .selectFrom('signatures as s')
    .innerJoin('contracts as c', 'c.id', 's.contract_id')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.user_id')
    .select(['c.id', 's.reference', 'c.title', 'p.full_name as partner'])
    .where('s.reference', '=', reference)
    .limit(1)
    .execute()
}

/** Numbers of payouts, and what the bank calls the transfers that paid them. */
export function payoutsByNumber(tx: Tx, { payouts, written }: TypedNumber) {
  if (payouts.length === 0 && written === null) return Promise.resolve([])
  const transfer = written?.toUpperCase() ?? ''
  return tx
    .selectFrom('payouts as p')
    .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'p.partner_id')
    .select(['p.id', 'p.reference', 'p.total_cents', 'o.full_name as partner', 'p.payment_reference'])
    .where((where) =>
      where.or([
        where('p.reference', '=', oneOf(payouts)),
        ...(transfer === ''
          ? []
          : [where.and([where('p.payment_reference', '<>', ''), sql<boolean>`upper(p.payment_reference) = ${transfer}`])]),
      ]),
    )
    .orderBy('p.reference', 'desc')
    .limit(maxHits)
    .execute()
}

/** Names of bank files; for staff. */
export function bankFilesByNumber(tx: Tx, { files }: TypedNumber) {
  if (files.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('payout_files')
    .select(['id', 'message_id', 'line_count', 'total_cents'])
    .where('message_id', '=', oneOf(files))
    .orderBy('message_id', 'desc')
    .limit(maxHits)
    .execute()
}

const documentReference = ({ prefix, code, year, number }: TypedDocument) =>
  `${prefix}-${code}-${year}-${String(number).padStart(5, '0')}`

interface FoundDocument {
  readonly id: string
  readonly kind: DocumentKind
  readonly reference: string
  readonly partner: string
  readonly total_cents: number
}

/**
 * Invoices and receipts of payouts. Without the partner or the year, the number is looked up in each series that fits; partners
 * have few documents and no series.
 */
export async function documentsByNumber(tx: Tx, { documents }: TypedNumber, ofAll: boolean): Promise<FoundDocument[]> {
  if (documents.length === 0) return []
  const complete = documents.filter(({ code, year }) => code && year).map(documentReference)
  const patterns = documents.map(({ prefix, code, year }) => `${prefix}-${code ?? '%'}-${year ?? '%'}`)
  const number = documents[0]?.number ?? 0
  const matches =
    complete.length > 0
      ? sql`i.reference = ${oneOf(complete)}`
      : ofAll
        ? sql`(i.series, i.number) in (
            select series, ${number}::integer from number_series
            where series like any(${patterns}::text[]) and last_number >= ${number})`
        : sql`i.number = ${number} and i.series like any(${patterns}::text[])`
  const { rows } = await sql<FoundDocument>`
    select i.id, i.kind, i.reference, o.full_name as partner, i.total_cents
    from invoices i join ${partnerContacts} o on o.partner_id = i.partner_id
    where ${matches} order by i.issued_at desc, i.id desc limit ${maxHits}`.execute(tx)
  return rows
}

/** Invoices that partners wrote for their payouts; `id` is the payout's. */
export function partnerInvoicesByNumber(tx: Tx, { written }: TypedNumber) {
  if (written === null) return Promise.resolve([])
  const text = sql`lower(u.number)`
  return tx
    .selectFrom('uploaded_invoices as u')
    .innerJoin('payouts as p', 'p.id', 'u.payout_id')
    .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'u.partner_id')
    .select(['p.id', 'u.number', 'p.reference', 'o.full_name as partner'])
    .where(
      isIndexed(written)
        ? sql<boolean>`${text} like ${searchPattern(written)}`
        : sql<boolean>`${text} = ${written.toLowerCase()}`,
    )
    .orderBy(sql`length(u.number)`)
    .orderBy('u.submitted_at', 'desc')
    .limit(maxHits)
    .execute()
}

/** The provider's invoices to clients; for staff. `id` is the lead's. */
export function clientInvoicesByNumber(tx: Tx, { written }: TypedNumber) {
  if (written === null) return Promise.resolve([])
  return tx
    .selectFrom('client_invoices as i')
    .innerJoin('leads as l', 'l.id', 'i.lead_id')
    .select(['l.id', 'i.number', shownClient.as('company'), 'i.total_cents'])
    .where('i.number_key', '=', invoiceKey(written))
    .limit(maxHits)
    .execute()
}

interface FoundPayment {
  readonly id: string
  readonly kind: ClientPaymentKind
  readonly reference: string
  readonly lead_id: string
  readonly company: string
  readonly net_cents: number
}

/** Payments of clients, by the reference that the bank gave. */
export async function clientPaymentsByReference(tx: Tx, { written }: TypedNumber): Promise<FoundPayment[]> {
  if (written === null || !isIndexed(written)) return []
  const pattern = searchPattern(written)
  const { rows } = await sql<FoundPayment>`
    select p.id, p.kind, p.reference, p.lead_id, ${shownClient} as company, p.net_cents
    from client_payments p join leads l on l.id = p.lead_id
    where p.search_text like ${pattern} and app.unaccent(lower(p.reference)) like ${pattern}
    order by length(p.reference), p.received_on desc, p.id desc limit ${maxHits}`.execute(tx)
  return rows
}
