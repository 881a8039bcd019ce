import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import type { LiveCursor, Snapshot } from '#platform/domain/live-cursor.ts'
import type { Database } from '#platform/server/db/database.ts'

/** Parses PostgreSQL's 'xmin:xmax:xip,xip' (pg_snapshot). */
export function parseSnapshot(text: string, own: string | null): Snapshot {
  const [, next = '', open = ''] = text.split(':')
  return { next, open: open === '' ? [] : open.split(','), own }
}

/** The position of everything that is committed now. */
export async function currentCursor(database: Pick<Database, 'asActor'>): Promise<LiveCursor> {
  const { seq, snapshot } = await database.asActor(system, (tx) =>
    tx
      .selectNoFrom([
        sql<number>`coalesce((select max(seq) from events), 0)::bigint`.as('seq'),
        sql<string>`pg_current_snapshot()::text`.as('snapshot'),
      ])
      .executeTakeFirstOrThrow(),
  )
  return { seq, snapshot: parseSnapshot(snapshot, null) }
}
