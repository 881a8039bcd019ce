import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { markUnread } from '#communication/lead-news/server/unread-commands.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { JournalHead } from '#platform/server/db/schema.generated.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { JournalLink } from '../domain.ts'
import { exactTimeOf, linkHash, type RecordedEvent, recordColumns, recordHash, recordOf } from './record.ts'

/** Key of the advisory lock; must be the same on all servers. */
const oneAppender = 7_277_471
/** One transaction appends little enough that what waits for the embedded database's one connection waits some milliseconds. */
const batchSize = 250

const saltBytes = 32
const pauseMs = 50
const timeoutMs = 20_000

/** `more`: there may be more to take; `busy`: another server is at it. */
export type Appended = 'all' | 'more' | 'busy'

/** Takes all committed events into the journal, in batches. Returns `busy` where another server is doing it. */
export async function appendEvents(
  portal: Pick<Portal, 'database' | 'clock'>,
  mayGoOn = () => true,
): Promise<Exclude<Appended, 'more'>> {
  for (;;) {
    const appended = await appendBatch(portal)
    if (appended !== 'more') return appended
    if (!mayGoOn()) return 'all'
  }
}

/** Appends for a caller that needs its own events in the journal: it waits while another server or request is appending. */
export function appendNow(portal: Pick<Portal, 'database' | 'clock'>): Promise<void> {
  return untilDone(() => appendEvents(portal))
}

/** Takes all committed events into the journal and marks leads for their readers, for a caller that needs the marks. */
export async function followNow(portal: Pick<Portal, 'database' | 'clock'>): Promise<void> {
  await appendNow(portal)
  await untilDone(() => markUnread(portal))
}

/** Repeats what another server or request is doing, until it was done here. */
async function untilDone(run: () => Promise<'all' | 'busy'>): Promise<void> {
  for (let waited = 0; (await run()) === 'busy'; waited += pauseMs) {
    if (waited > timeoutMs) throw new Error('the journal was busy for too long')
    await setTimeout(pauseMs)
  }
}

/**
 * One transaction of the appender. Requests wait for nothing of it: it locks no event and nothing that they write.
 *
 * No event is missed. What has number N was written while its transaction held the lock that every INSERT into `events` takes,
 * and such a lock is released only after the commit can be seen. So when nobody holds one after number N was seen, all numbers up
 * to N are seen from then on, or never: the search begins behind them. Otherwise it begins there once those who held one have
 * ended, and what they commit meanwhile is found because the journal does not hold it.
 */
async function appendBatch({ database, clock }: Pick<Portal, 'database' | 'clock'>): Promise<Appended> {
  return database.asActor(system, async (tx) => {
    const { locked } = await tx
      .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(${oneAppender})`.as('locked'))
      .executeTakeFirstOrThrow()
    if (!locked) return 'busy'
    const head = await tx.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow()
    const newest = await newestNumber(tx)
    // Both only now: each statement sees what was committed before it.
    const writing = await transactionsWriting(tx)
    const { events, seenTo } = await eventsBeyond(tx, head.searched_to)
    const rows = chained(events, head, clock.now())
    const last = rows.at(-1)
    if (last) await store(tx, rows)
    const reached = Math.min(newest, seenTo ?? newest)
    const search = searchFrom(head, Math.max(reached, head.searched_to), writing)
    if (last || search.searched_to !== head.searched_to || search.pending_to !== head.pending_to) {
      await tx
        .updateTable('journal_head')
        .set({ ...search, ...(last ? { seq: last.seq, hash: Buffer.from(last.hash, 'hex') } : {}) })
        .execute()
    }
    return seenTo === null ? 'all' : 'more'
  })
}

async function newestNumber(tx: Tx): Promise<number> {
  const { seq } = await tx
    .selectFrom('events')
    .select(sql<number>`coalesce(max(seq), 0)::bigint`.as('seq'))
    .executeTakeFirstOrThrow()
  return seq
}

/** The transactions that may have an event whose number was given and that is not committed yet. */
async function transactionsWriting(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select virtualtransaction as id from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and relation = 'public.events'::regclass
      and database = (select oid from pg_database where datname = current_database())`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The next events that the journal does not hold, and the number up to which all were looked at; null: to the last one. */
async function eventsBeyond(
  tx: Tx,
  searchedTo: number,
): Promise<{ readonly events: readonly RecordedEvent[]; readonly seenTo: number | null }> {
  for (let from = searchedTo; ; ) {
    const next = await nextEvents(tx, from)
    const events = next.filter(({ journal_seq }) => journal_seq === null)
    const last = next.length < batchSize ? undefined : next.at(-1)
    if (!last || events.length > 0) return { events, seenTo: last?.seq ?? null }
    from = last.seq
  }
}

/** Asked of each event by itself: as a join, each batch would read all events that are still to be taken. */
function nextEvents(tx: Tx, from: number) {
  return tx
    .selectFrom('events as e')
    .select(recordColumns)
    .select(({ selectFrom }) => selectFrom('journal as j').select('j.seq').whereRef('j.event_id', '=', 'e.id').as('journal_seq'))
    .where('e.seq', '>', from)
    .orderBy('e.seq')
    .limit(batchSize)
    .execute()
}

type Search = Pick<Selectable<JournalHead>, 'searched_to' | 'pending_to' | 'pending_on'>

/** Where the next search begins, after one that has seen all committed events up to `seen`. */
export function searchFrom({ searched_to, pending_to, pending_on }: Search, lastSeq: number, writing: readonly string[]): Search {
  if (writing.length === 0) return { searched_to: lastSeq, pending_to: null, pending_on: [] }
  const isPending = pending_to !== null && pending_on.some((id) => writing.includes(id))
  if (isPending) return { searched_to, pending_to, pending_on }
  return { searched_to: pending_to ?? searched_to, pending_to: lastSeq, pending_on: [...writing] }
}

interface Row extends JournalLink {
  readonly hash: string
  readonly salt: string
}

function chained(events: readonly RecordedEvent[], head: Pick<Selectable<JournalHead>, 'seq' | 'hash'>, now: Date): Row[] {
  const chainedAt = exactTimeOf(now)
  let before = { seq: head.seq, hash: head.hash.toString('hex') }
  // One call for all salts, since each call waits for the operating system.
  const salts = randomBytes(events.length * saltBytes)
  return events.map((event, index) => {
    const salt = salts.subarray(index * saltBytes, (index + 1) * saltBytes)
    const link = {
      seq: before.seq + 1,
      eventId: event.id,
      name: event.name,
      occurredAt: event.exact_time,
      chainedAt,
      recordHash: recordHash(salt, recordOf(event)),
      prevHash: before.hash,
    }
    const row = { ...link, hash: linkHash(link), salt: salt.toString('hex') }
    before = row
    return row
  })
}

async function store(tx: Tx, rows: readonly Row[]): Promise<void> {
  const records = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
    seq bigint, "eventId" uuid, "occurredAt" timestamptz, "chainedAt" timestamptz, name text,
    "recordHash" text, "prevHash" text, hash text, salt text)`
  await sql`insert into journal (seq, event_id, occurred_at, chained_at, name, record_hash, prev_hash, hash)
    select seq, "eventId", "occurredAt", "chainedAt", name,
      decode("recordHash", 'hex'), decode("prevHash", 'hex'), decode(hash, 'hex')
    from ${records}`.execute(tx)
  await sql`insert into journal_salts (seq, salt) select seq, decode(salt, 'hex') from ${records}`.execute(tx)
}
