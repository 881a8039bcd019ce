import { sql } from 'kysely'
import type { IsoDay } from '#money/documents/domain/invoice.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { type DocumentKind, documentNumber, documentSeries } from '../domain/payout-documents.ts'
import { dayPastText, laterDocuments } from './later-documents.ts'

interface ToNumber {
  readonly partnerId: string
  readonly kind: DocumentKind
}

export interface Numbering {
  readonly series: string
  readonly number: number
  /** 'AF-0042-2026-00003' */
  readonly reference: string
}

/** Counter of the partners who have documents. */
const partnersSeries = 'AF'

/** The code of each partner in its document numbers; assigned with the first document. */
async function partnerCodes(tx: Tx, partnerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const codeByPartner = await knownCodes(tx, partnerIds)
  const unknown = partnerIds.filter((id) => !codeByPartner.has(id))
  if (unknown.length === 0) return codeByPartner
  const last = await takeFromSeries(tx, new Map([[partnersSeries, unknown.length]]))
  // Another transaction may have assigned codes while this one waited for the counter.
  const meanwhile = await knownCodes(tx, unknown)
  const first = (last.get(partnersSeries) ?? 0) - unknown.length + 1
  const added = unknown.filter((id) => !meanwhile.has(id)).map((partner_id, index) => ({ partner_id, code: first + index }))
  if (added.length > 0) await tx.insertInto('invoice_codes').values(added).execute()
  return new Map([...codeByPartner, ...meanwhile, ...added.map(({ partner_id, code }) => [partner_id, code] as const)])
}

async function knownCodes(tx: Tx, partnerIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('invoice_codes')
    .selectAll()
    .where('partner_id', '=', sql<string>`any(${partnerIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ partner_id, code }) => [partner_id, code]))
}

/** The last number of each series after taking as many. Locks them in one order, until the transaction ends. */
async function takeFromSeries(tx: Tx, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
  const sorted = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const { rows } = await sql<{ series: string; last_number: number }>`
    insert into number_series as n (series, last_number)
    select * from unnest(${sorted.map(([series]) => series)}::text[], ${sorted.map(([, count]) => count)}::integer[])
    on conflict (series) do update set last_number = n.last_number + excluded.last_number
    returning series, last_number`.execute(tx)
  return new Map(rows.map(({ series, last_number }) => [series, last_number]))
}

/**
 * Refuses `document_day_past`: numbers follow the order of days, and the day of today can be before the last document's after the
 * provider's time zone was changed. The series must be locked.
 */
async function checkDay(tx: Tx, series: readonly string[], day: IsoDay): Promise<void> {
  const later = await laterDocuments(tx, day).where('series', '=', sql<string>`any(${series}::text[])`).executeTakeFirst()
  if (later) throw new Refusal('document_day_past', dayPastText(later, day))
}

/**
 * Numbers documents in the series of their partners, in this order; as many statements for any number of them. A rollback gives
 * the numbers back, and writers of one series wait for each other. Refuses `document_day_past`.
 */
export async function numberDocuments<D extends ToNumber>(
  tx: Tx,
  documents: readonly D[],
  day: IsoDay,
): Promise<(D & { readonly numbering: Numbering })[]> {
  if (documents.length === 0) return []
  const codes = await partnerCodes(tx, [...new Set(documents.map(({ partnerId }) => partnerId))])
  const inSeries = documents.map((document) => {
    const series = documentSeries(document.kind, codes.get(document.partnerId) ?? 0, day)
    return { document, series }
  })
  const groups = Map.groupBy(inSeries, ({ series }) => series)
  const last = await takeFromSeries(tx, new Map([...groups].map(([series, all]) => [series, all.length])))
  await checkDay(tx, [...groups.keys()], day)
  const numbersUsed = new Map<string, number>()
  return inSeries.map(({ document, series }) => {
    const before = numbersUsed.get(series) ?? (last.get(series) ?? 0) - (groups.get(series)?.length ?? 0)
    numbersUsed.set(series, before + 1)
    const number = before + 1
    return { ...document, numbering: { series, number, reference: documentNumber(series, number) } }
  })
}
