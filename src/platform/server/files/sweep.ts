import { system } from '#access/domain/actor.ts'
import type { Portal } from '#platform/server/portal.ts'
import { uploadKeptMs } from './commands.ts'
import { fileKey } from './store.ts'

/** Tolerated clock difference between servers. */
const marginMs = 3_600_000

/**
 * Removes expired uploads, and files whose record was deleted a day ago. Bytes are deleted before rows, so that a crash leaves a
 * row for the next sweep and no orphaned bytes. Returns the number of removed files.
 */
export async function sweepFiles(portal: Pick<Portal, 'database' | 'files' | 'clock'>): Promise<number> {
  const oldest = new Date(portal.clock.now().getTime() - uploadKeptMs - marginMs)
  const rows = await portal.database.asActor(system, (tx) =>
    tx
      .selectFrom('files')
      .select(['id', 'purpose'])
      .where('claimed_at', 'is', null)
      .where('created_at', '<', oldest)
      .where((is) => is.or([is('released_at', 'is', null), is('released_at', '<', oldest)]))
      .limit(1000)
      .execute(),
  )
  for (const row of rows) {
    await portal.files.delete(fileKey(row))
    await portal.database.asActor(system, (tx) =>
      tx.deleteFrom('files').where('id', '=', row.id).where('claimed_at', 'is', null).execute(),
    )
  }
  return rows.length
}
