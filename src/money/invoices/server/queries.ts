import { type InferResult, sql } from 'kysely'
import type { Actor } from '#access/domain/actor.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { PageOf } from '#platform/api/list.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { conditionsOf, inOrder, is, matching, orderOf, type SortKey, textContains } from '#platform/server/http/lists/listing.ts'
import { type InvoiceFilter, invoiceList } from '../api.ts'

/** An invoice that its platform rejected, or its receiver refused: a credit note that is not transmitted took it back. */
const isVoid = sql<boolean>`exists (select from invoices k where k.corrects_id = i.id and k.archive_only)`

/** Whether an invoice `i` is given to a platform: receipts are no invoices, and what is void is given to nobody. */
export const isTransmitted = sql<boolean>`(i.kind <> 'receipt' and not i.archive_only and not ${isVoid})`

/** Whether an invoice `i` replaces one that a platform rejected or its receiver refused, and was not handed over yet. */
export const isToSendAnew = sql<boolean>`(i.kind = 'invoice' and not i.archive_only
  and i.payout_id in (select k.payout_id from invoices k where k.archive_only and k.corrects_id is not null)
  and not exists (select from invoices w where w.corrects_id = i.id and w.archive_only)
  and not exists (select from invoice_handovers t where t.invoice_id = i.id and t.undone_at is null))`

function documents(tx: Tx) {
  return tx
    .selectFrom('invoices as i')
    .innerJoin('payouts as p', 'p.id', 'i.payout_id')
    .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'i.partner_id')
    .leftJoin('invoice_files as f', 'f.invoice_id', 'i.id')
    .leftJoin('invoices as c', 'c.id', 'i.corrects_id')
    .leftJoin('invoice_handovers as h', (join) => join.onRef('h.invoice_id', '=', 'i.id').on('h.undone_at', 'is', null))
    .leftJoin('profiles as r', 'r.user_id', 'h.recorded_by')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('invoice_platform_statuses as x')
          .select(['x.status', 'x.on_day', 'x.reason', 'x.recorded_at', 'x.recorded_by'])
          .whereRef('x.invoice_id', '=', 'i.id')
          .orderBy('x.recorded_at', 'desc')
          .orderBy('x.id', 'desc')
          .limit(1)
          .as('s'),
      (join) => join.onTrue(),
    )
    .leftJoin('profiles as w', 'w.user_id', 's.recorded_by')
    .select(['i.id', 'i.kind', 'i.reference', 'i.partner_id', 'i.issued_on', 'i.issued_at', 'i.net_cents', 'i.vat_cents'])
    .select(['i.total_cents', 'p.id as payout_id', 'p.reference as payout', 'p.status', 'p.accepted_at', 'p.contest_until'])
    .select(['o.full_name as partner_name', 'o.partner_deleted_at', 'f.file_id', 'f.xml_file_id'])
    .select(['h.handed_on', 'h.platform', 'h.reference as platform_reference', 'h.recorded_at', 'r.full_name as recorded_by'])
    .select(['i.archive_only', 's.status as platform_status', 's.on_day as platform_status_on', 's.reason as platform_reason'])
    .select(['s.recorded_at as platform_status_at', 'w.full_name as platform_status_by'])
    .select([
      'c.reference as corrects',
      isVoid.as('is_void'),
      isTransmitted.as('is_transmitted'),
      sql<boolean>`exists (select from commissions m where m.payout_id = p.id and m.disputed)`.as('contested'),
    ])
}

export type ListedDocument = InferResult<ReturnType<typeof documents>>[number]

export const invoiceSortKeys = {
  date: { by: sql`i.issued_at`, holds: 'time' },
  number: { by: sql`i.reference`, holds: 'text' },
  partner: { by: sql`o.name_key`, holds: 'text' },
  amount: { by: sql`i.total_cents`, holds: 'number' },
} as const satisfies Record<(typeof invoiceList.sorts)[number], SortKey>

const isHandedOver = {
  yes: [sql<boolean>`${sql.ref('h.id')} is not null`],
  no: [sql<boolean>`${sql.ref('h.id')} is null`, isTransmitted],
  anew: [isToSendAnew],
}

const conditions = (filter: InvoiceFilter) =>
  conditionsOf<InvoiceFilter>(filter, {
    kind: is('i.kind'),
    partnerId: is('i.partner_id'),
    payoutId: is('i.payout_id'),
    handedOver: (state) => isHandedOver[state],
    from: (day) => sql<boolean>`${sql.ref('i.issued_on')} >= ${day}`,
    to: (day) => sql<boolean>`${sql.ref('i.issued_on')} <= ${day}`,
    search: (search) => {
      const numbers = sql`lower(concat_ws(' ', i.reference, p.reference, c.reference))`
      return textContains(sql`${numbers} || ' ' || o.name_key`, search)
    },
  })

/** A page of documents in the requested order, plus one row to detect a next page. */
export async function listDocuments(tx: Tx, query: PageOf<typeof invoiceList>) {
  const order = orderOf(invoiceSortKeys, query, invoiceList.usual, sql`i.id`)
  return inOrder(matching(documents(tx), conditions(query)), order).execute()
}

/** A document that the caller may see. */
export function findDocument(tx: Tx, id: string): Promise<ListedDocument | undefined> {
  return documents(tx).where('i.id', '=', id).executeTakeFirst()
}

/** Sums of documents; credit notes are taken off. */
export function documentSums(tx: Tx, filter: InvoiceFilter) {
  const signed = (column: string) =>
    sql<number>`coalesce(sum(case d.kind when 'credit_note' then -1 else 1 end * ${sql.ref(column)}), 0)::bigint`
  return tx
    .selectFrom(matching(documents(tx), conditions(filter)).as('d'))
    .select([
      sql<number>`count(*)::bigint`.as('count'),
      signed('d.net_cents').as('netCents'),
      signed('d.vat_cents').as('vatCents'),
      signed('d.total_cents').as('totalCents'),
      sql<number>`count(*) filter (where d.handed_on is null and d.is_transmitted)::bigint`.as('waitingCount'),
    ])
    .executeTakeFirstOrThrow()
}

/** The platform of the last handover; null without one, and for partners, who read only their own documents. */
export async function lastPlatform({ tx, actor }: { readonly tx: Tx; readonly actor: Actor }): Promise<string | null> {
  if (actor.kind !== 'admin') return null
  const row = await tx
    .selectFrom('invoice_handovers')
    .select('platform')
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.platform ?? null
}

/** Documents matching the filter that have to be handed over, are printed, and are not handed over yet. */
export function documentsToHandOver(tx: Tx, filter: InvoiceFilter & { readonly ids?: readonly string[] }) {
  const waiting = matching(documents(tx), conditions({ ...filter, handedOver: 'no' })).where('f.file_id', 'is not', null)
  const selection = filter.ids ? waiting.where('i.id', '=', sql<string>`any(${filter.ids}::uuid[])`) : waiting
  return tx.selectFrom(selection.as('d')).select(['d.id', 'd.partner_id', 'd.reference', 'd.issued_on']).execute()
}

/** A stored file of a document that the caller may see. */
export function findDocumentFile(tx: Tx, id: string, part: 'file_id' | 'xml_file_id') {
  return tx
    .selectFrom('invoice_files as d')
    .innerJoin('files as f', 'f.id', `d.${part}`)
    .selectAll('f')
    .where('d.invoice_id', '=', id)
    .executeTakeFirst()
}

/** The sealed PDFs of documents that the caller may see, by document; those that are not made yet are missing. */
export async function storedDocuments(tx: Tx, documents: readonly { readonly id: string }[]) {
  if (documents.length === 0) return new Map<string, never>()
  const rows = await tx
    .selectFrom('invoice_files as d')
    .innerJoin('files as f', 'f.id', 'd.file_id')
    .select(['d.invoice_id', 'f.id', 'f.purpose', 'f.size'])
    .where(
      'd.invoice_id',
      'in',
      documents.map(({ id }) => id),
    )
    .execute()
  return new Map(rows.map(({ invoice_id, ...file }) => [invoice_id, file]))
}
