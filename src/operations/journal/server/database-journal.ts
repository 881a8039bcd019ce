import { system } from '#access/domain/actor.ts'
import type { Database, Tx } from '#platform/server/db/database.ts'
import type { JournalSource } from './check-journal.ts'
import type { JournalError } from './check-row.ts'
import { allRoots, entryOf, journalHead, lowestKeptId, rowsAfter } from './queries.ts'
import { rootOf } from './roots.ts'

const pageSize = 1000

/**
 * The journal of a database. It is read in pages of short transactions: rows that are added meanwhile come after the head that
 * was read first, and are left for the next time.
 */
export async function databaseJournal(database: Pick<Database, 'asActor'>): Promise<JournalSource> {
  const read = <T>(work: (tx: Tx) => Promise<T>) => database.asActor(system, work, { isRead: true })
  const [head, roots] = await read(async (tx) => [await journalHead(tx), await allRoots(tx)] as const)
  return {
    head: { seq: head.seq, hash: head.hash.toString('hex') },
    isWhole: true,
    roots: roots.map((row) => ({ ...rootOf(row), token: row.token })),
    rows: rowsUpTo(read, head.seq),
    others: {
      seqOfHash: (hash) =>
        read(async (tx) => {
          const row = await tx.selectFrom('journal').select('seq').where('hash', '=', Buffer.from(hash, 'hex')).executeTakeFirst()
          return row?.seq ?? null
        }),
      hasSeq: (seq) =>
        read(async (tx) => Boolean(await tx.selectFrom('journal').select('seq').where('seq', '=', seq).executeTakeFirst())),
      countAfter: (hash) =>
        read(async (tx) => {
          const before = Buffer.from(hash, 'hex')
          return (await tx.selectFrom('journal').select('seq').where('prev_hash', '=', before).limit(2).execute()).length
        }),
    },
    strayEvent: () => read((tx) => strayEvent(tx, head)),
  }
}

type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

async function* rowsUpTo(read: Read, last: number) {
  let after = 0
  for (;;) {
    const [rows, oldestId] = await read((tx) => Promise.all([rowsAfter(tx, after, pageSize), lowestKeptId(tx)]))
    for (const row of rows) {
      if (row.row_seq > last && (await hasGrownTo(read, row.row_seq))) return
      yield entryOf(row, oldestId)
    }
    const end = rows.at(-1)
    if (!end || rows.length < pageSize) return
    after = end.row_seq
  }
}

/** Whether the portal has added this row since the head was read; otherwise somebody else did. */
async function hasGrownTo(read: Read, seq: number): Promise<boolean> {
  return (await read(journalHead)).seq >= seq
}

/** An event that the journal passed by: its row was removed, or it was written behind the journal's back. */
async function strayEvent(tx: Tx, head: { readonly searched_to: number }): Promise<JournalError | null> {
  const event = await tx
    .selectFrom('events as e')
    .select(['e.id', 'e.seq', 'e.name'])
    .where('e.seq', '<=', head.searched_to)
    .where((is) => is.not(is.exists(is.selectFrom('journal as j').select('j.seq').whereRef('j.event_id', '=', 'e.id'))))
    .orderBy('e.seq')
    .limit(1)
    .executeTakeFirst()
  if (!event) return null
  return { what: 'added', where: `event ${event.id}`, why: `${event.name} number ${event.seq} has no row in the journal` }
}
