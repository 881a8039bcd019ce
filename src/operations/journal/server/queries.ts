import { type InferResult, sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventName } from '#portal/api/events.ts'
import { errorOfRowAlone, type JournalEntry } from './check-row.ts'
import { exactTime, recordColumns, recordOf } from './record.ts'

/** Rows with their events and salts, after a row. An event may be erased, or lie in a month that was taken away. */
export function rowsAfter(tx: Tx, seq: number, limit: number) {
  return withEvents(tx).where('j.seq', '>', seq).orderBy('j.seq').limit(limit).execute()
}

export type JournalRow = InferResult<ReturnType<typeof withEvents>>[number]

export function withEvents(tx: Tx) {
  return tx
    .selectFrom('journal as j')
    .leftJoin('events as e', 'e.id', 'j.event_id')
    .leftJoin('journal_salts as s', 's.seq', 'j.seq')
    .select(['j.seq as row_seq', 'j.event_id', 'j.name as event_name', 'j.record_hash', 'j.prev_hash', 'j.hash', 's.salt'])
    .select([exactTime(sql.ref('j.occurred_at')).as('row_time'), exactTime(sql.ref('j.chained_at')).as('chained_time')])
    .select(recordColumns)
}

/**
 * The lowest id of the oldest month that is in the database: what is lower was taken away with its month, as the operating guide
 * describes.
 */
export async function lowestKeptId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string | null }>`
    select app.first_event_id(to_date(min(substr(c.relname, 8)), 'YYYY_MM') at time zone 'UTC')::text as id
    from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where i.inhparent = 'public.events'::regclass and c.relname ~ '^events_\\d{4}_\\d{2}$'`.execute(tx)
  return rows[0]?.id ?? ''
}

export function entryOf(row: JournalRow, oldestId: string): JournalEntry {
  const { id, seq, name, audience, exact_time } = row
  const isThere = id !== null && seq !== null && name !== null && audience !== null
  return {
    seq: row.row_seq,
    eventId: row.event_id,
    name: row.event_name,
    occurredAt: row.row_time,
    chainedAt: row.chained_time,
    recordHash: row.record_hash.toString('hex'),
    prevHash: row.prev_hash.toString('hex'),
    hash: row.hash.toString('hex'),
    salt: row.salt?.toString('hex') ?? null,
    record: isThere ? recordOf({ ...row, id, seq, name, audience, exact_time }) : null,
    isArchived: !isThere && row.event_id < oldestId,
  }
}

/**
 * Whether staff read no more of an event `e` than its name, time and people: it says something of a client who is about to be
 * erased.
 */
export const isWithheld = sql<boolean>`exists (
  select from leads h where h.restricted_at is not null and (h.id = e.subject_id
    or exists (select from commissions c where c.id = e.subject_id and c.lead_id = h.id)
    or exists (select from disputes d where d.id = e.subject_id and d.lead_id = h.id)))`

/** An event as it is shown while it is withheld: as one that was emptied, so that the chain is checked without it. */
export const withheld = <E extends Pick<JournalEntry, 'salt' | 'record'>>(entry: E): E => ({
  ...entry,
  salt: null,
  record: entry.record && { ...entry.record, before: null, after: null, origin: null },
})

/** Roots from the first to the last. */
export function allRoots(tx: Tx) {
  return tx.selectFrom('journal_roots').selectAll().orderBy('day').execute()
}

export function journalHead(tx: Tx) {
  return tx.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow()
}

/** When the last row was added; null: there is none. */
export async function headTime(tx: Tx): Promise<string | null> {
  const row = await tx
    .selectFrom('journal as j')
    .select(exactTime(sql.ref('j.chained_at')).as('at'))
    .orderBy('j.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Roots before a day, newest first, one more than asked for. */
export function listRoots(tx: Tx, before: string | null, limit: number) {
  const query = tx
    .selectFrom('journal_roots')
    .select(['day', 'time_zone', 'seq', 'hash', 'prev_root', 'stamped_at'])
    .orderBy('day', 'desc')
    .limit(limit + 1)
  return (before === null ? query : query.where('day', '<', before)).execute()
}

export function findRoot(tx: Tx, day: string) {
  return tx.selectFrom('journal_roots').selectAll().where('day', '=', day).executeTakeFirst()
}

/** The row of a record's first event of a name; null while the event is not in the journal, or without one. */
export async function findFirstRow(tx: Tx, name: EventName, subjectId: string): Promise<JournalEntry | null> {
  const row = await withEvents(tx)
    .where('e.subject_id', '=', subjectId)
    .where('e.name', '=', name)
    .orderBy('j.seq')
    .limit(1)
    .executeTakeFirst()
  return row ? entryOf(row, '') : null
}

export interface KeptPlace {
  /** The row is there with that hash, and its hashes are those of what is stored. */
  readonly holds: boolean
  /** The first day whose root covers it, and when that was time-stamped. */
  readonly closedOn: string | null
  readonly stampedAt: Date | null
}

/** Whether the journal still has this row at this place. */
export async function keptPlace(tx: Tx, seq: number, hash: Buffer): Promise<KeptPlace> {
  const [row, root, oldestId] = await Promise.all([
    withEvents(tx).where('j.seq', '=', seq).executeTakeFirst(),
    tx
      .selectFrom('journal_roots')
      .select(['day', 'stamped_at'])
      .where('seq', '>=', seq)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst(),
    lowestKeptId(tx),
  ])
  const holds = row?.hash.equals(hash) === true && (await errorOfRowAlone(entryOf(row, oldestId))) === null
  return { holds, closedOn: root?.day ?? null, stampedAt: root?.stamped_at ?? null }
}
