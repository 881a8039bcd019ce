import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Portal } from '#platform/server/portal.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import { storedOutages } from '#platform/server/timestamps/timestamp-outages.ts'
import { type JournalRoot, noHash, rootText } from '../domain.ts'
import { appendEvents } from './append-commands.ts'
import { rootHash } from './record.ts'

/** Time stamps that one run of the job requests at most. */
const maxStamps = 50

/** Takes what is committed into the journal and closes the days that are over. */
export async function closeDays(portal: Pick<Portal, 'database' | 'clock'>): Promise<void> {
  await appendEvents(portal)
  await portal.database.asActor(system, (tx) => makeRoots(tx, portal.clock.now()))
}

/** A root for each day before today, of the provider's calendar, on which the journal grew; returns how many were made. */
async function makeRoots(tx: Tx, now: Date): Promise<number> {
  const [zone, last] = await Promise.all([providerZone(tx), lastRoot(tx)])
  const { rows: grown } = await sql<{ day: string; seq: number }>`
    select day::text as day, max(seq)::bigint as seq
    from (select seq, (chained_at at time zone ${zone})::date as day from journal where seq > ${last?.seq ?? 0}) added
    where day < ${isoDay(now, zone)}::date group by day order by day`.execute(tx)
  let before = last
  let count = 0
  for (const { day, seq } of grown) {
    // A clock that was wrong for a while may have put a later day before an earlier one.
    if (before && (day <= before.day || seq <= before.seq)) continue
    const { hash } = await tx.selectFrom('journal').select('hash').where('seq', '=', seq).executeTakeFirstOrThrow()
    const root = { day, timeZone: zone, seq, hash: hash.toString('hex'), prevRoot: before ? rootHash(before) : noHash }
    await tx
      .insertInto('journal_roots')
      .values({ day, time_zone: zone, seq, hash, prev_root: Buffer.from(root.prevRoot, 'hex'), made_at: now })
      // Another server may be closing the same day.
      .onConflict((conflict) => conflict.column('day').doNothing())
      .execute()
    before = root
    count += 1
  }
  return count
}

async function lastRoot(tx: Tx): Promise<JournalRoot | null> {
  const row = await tx.selectFrom('journal_roots').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst()
  return row ? rootOf(row) : null
}

interface RootRow {
  readonly day: string
  readonly time_zone: string
  readonly seq: number
  readonly hash: Buffer
  readonly prev_root: Buffer
}

export function rootOf({ day, time_zone, seq, hash, prev_root }: RootRow): JournalRoot {
  return { day, timeZone: time_zone, seq, hash: hash.toString('hex'), prevRoot: prev_root.toString('hex') }
}

/**
 * Asks the time-stamp authority for the roots that have no stamp yet. If it is away, that is recorded as for contracts, and the
 * next run tries again.
 */
export async function stampRoots({
  config: { tsaUrl },
  database,
  clock,
}: Pick<Portal, 'config' | 'database' | 'clock'>): Promise<void> {
  if (!tsaUrl) return
  const waiting = await database.asActor(system, (tx) =>
    tx.selectFrom('journal_roots').selectAll().where('token', 'is', null).orderBy('day').limit(maxStamps).execute(),
  )
  if (waiting.length === 0) return
  const outages = storedOutages(database, clock, tsaUrl)
  if (await outages.current()) return
  const { TimestampUnavailable, timestampOf } = await import('#platform/server/timestamps/timestamp.ts')
  for (const row of waiting) {
    try {
      const token = Buffer.from(await timestampOf(tsaUrl, Buffer.from(rootText(rootOf(row)))))
      await database.asActor(system, (tx) =>
        tx
          .updateTable('journal_roots')
          .set({ token, stamped_at: clock.now() })
          .where('day', '=', row.day)
          // Another server may have been faster.
          .where('token', 'is', null)
          .execute(),
      )
    } catch (error) {
      if (!(error instanceof TimestampUnavailable)) throw error
      return outages.record(error.message)
    }
  }
}
