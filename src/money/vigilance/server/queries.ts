import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import { dayInSql, zoneInSql } from '#platform/server/provider-calendar.ts'
import { type VigilanceFilter, type VigilanceKind, vigilanceBlock } from '../domain.ts'

function documents(tx: Tx) {
  return tx
    .selectFrom('vigilance_documents as d')
    .leftJoin('files as f', 'f.id', 'd.file_id')
    .leftJoin('profiles as p', 'p.user_id', 'd.decided_by')
    .selectAll('d')
    .select(['f.name as file_name', 'p.full_name as decided_by_name', zoneInSql.as('time_zone')])
}

export type ListedDocument = InferResult<ReturnType<typeof documents>>[number]

export function findDocument(tx: Tx, id: string): Promise<ListedDocument | undefined> {
  return documents(tx).where('d.id', '=', id).executeTakeFirst()
}

/** A partner's documents, newest first, without withdrawn requests. */
export function readDocuments(tx: Tx, partnerId: string): Promise<ListedDocument[]> {
  return documents(tx)
    .where('d.partner_id', '=', partnerId)
    .where('d.status', '<>', 'withdrawn')
    .orderBy(sql`coalesce(d.received_at, d.requested_at)`, 'desc')
    .orderBy('d.id', 'desc')
    .execute()
}

interface LackingRow {
  readonly partner_id: string
  readonly kind: VigilanceKind
  readonly label: string
  readonly ended_on: string | null
  readonly requested_on: string | null
  readonly is_received: boolean
}

/**
 * Why payouts of partners wait for documents, in French, by partner; empty unless the programme holds payouts for them. Without
 * `partnerIds` of all partners.
 */
export async function vigilanceBlocks(
  tx: Tx,
  now: Date,
  partnerIds: readonly string[] | null = null,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<LackingRow>`
    select l.partner_id, l.kind, l.label, l.ended_on, l.is_received,
      to_char(l.requested_on at time zone ${zoneInSql}, 'YYYY-MM-DD') as requested_on
    from app.lacking_documents(${dayInSql(now)}) l
    where (select vigilance_hold from programme_settings)
      and (${partnerIds}::uuid[] is null or l.partner_id = any (${partnerIds}::uuid[]))
    order by l.partner_id, l.kind`.execute(tx)
  const blocks = rows.map((row) => {
    const { kind, label, ended_on: endedOn, requested_on: requestedOn, is_received: isReceived } = row
    return [row.partner_id, vigilanceBlock({ kind, label, endedOn, requestedOn, isReceived })] as const
  })
  const grouped = Map.groupBy(blocks, ([partnerId]) => partnerId)
  return new Map([...grouped].map(([partnerId, entries]) => [partnerId, entries.map(([, reason]) => reason)]))
}

/** Whether the person `p` has documents that match a filter of the list of partners. */
export function withDocuments(filter: VigilanceFilter, now: Date): RawBuilder<boolean> {
  const today = dayInSql(now)
  const lacking = sql`app.lacking_documents(${today}::date) l where l.partner_id = c.id`
  const filters: Readonly<Record<VigilanceFilter, RawBuilder<unknown>>> = {
    to_check: sql`vigilance_documents d where d.partner_id = c.id and d.status = 'received'`,
    missing: sql`${lacking} and l.ended_on is null and not l.is_received`,
    expired: sql`${lacking} and l.ended_on is not null`,
    expiring: sql`vigilance_documents d where d.partner_id = c.id and d.status = 'verified'
      and d.expires_on between ${today}::date and ${today}::date + 30 and not ${hasSuccessor}`,
  }
  return sql<boolean>`exists (select from ${filters[filter]})`
}

/** Whether the document `d` has another one that counts longer. */
const hasSuccessor = sql`exists (
  select from vigilance_documents other
  where other.partner_id = d.partner_id and other.kind = d.kind and lower(other.label) = lower(d.label)
    and other.status = 'verified' and coalesce(other.expires_on > d.expires_on, other.expires_on is null))`
