import { sql } from 'kysely'
import type { LiveCursor } from '#domain/live-cursor.ts'
import type { Database } from '../db/database.ts'

/** How far everything that is committed reaches. */
export function cursorNow(database: Pick<Database, 'asActor'>): Promise<LiveCursor> {
  return database.asActor({ kind: 'system' }, async (tx) => ({
    xact: null,
    ...(await tx
      .selectNoFrom([
        sql<number>`coalesce((select max(seq) from events), 0)::bigint`.as('seq'),
        sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('horizon'),
      ])
      .executeTakeFirstOrThrow()),
  }))
}
