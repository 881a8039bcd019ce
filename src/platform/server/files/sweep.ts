import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { system } from '#access/domain/actor.ts'
import type { Portal } from '#platform/server/portal.ts'
import { uploadKeptMs } from './commands.ts'
import { fileKey } from './store.ts'

/** What is left of a file whose record stays without it. */
const nothing = { size: 0, sha256: createHash('sha256').digest('hex') }

/** Tolerated clock difference between servers. */
const marginMs = 3_600_000

/**
 * Removes expired uploads, and files that were released a day ago. Bytes are deleted before rows, so that a crash leaves a row
 * for the next sweep and no orphaned bytes; where a record keeps its file, an empty one stays. Returns how many were removed.
 */
export async function sweepFiles(portal: Pick<Portal, 'database' | 'files' | 'clock'>): Promise<number> {
  const oldest = new Date(portal.clock.now().getTime() - uploadKeptMs - marginMs)
  const rows = await portal.database.asActor(system, (tx) =>
    tx
      .selectFrom('files')
      .select(['id', 'purpose', 'claimed_at'])
      .where((is) =>
        is.or([
          is('claimed_at', 'is', null).and('released_at', 'is', null).and('created_at', '<', oldest),
          // An erasure releases as of long ago: what was uploaded today goes, too.
          is('released_at', '<', oldest).and(is.or([is('claimed_at', 'is', null), is('size', '>', 0)])),
        ]),
      )
      .limit(1000)
      .execute(),
  )
  const failures: unknown[] = []
  // One that cannot be removed keeps no other one.
  for (const row of rows) await sweepFile(portal, row).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${rows.length} files could not be removed`)
  return rows.length
}

interface SweptFile {
  readonly id: string
  readonly purpose: string
  readonly claimed_at: Date | null
}

async function sweepFile({ database, files }: Pick<Portal, 'database' | 'files'>, row: SweptFile): Promise<void> {
  if (row.claimed_at) {
    await files.write(fileKey(row), Readable.from([]), nothing)
    await database.asActor(system, (tx) => tx.updateTable('files').set(nothing).where('id', '=', row.id).execute())
    return
  }
  await files.delete(fileKey(row))
  await database.asActor(system, (tx) =>
    tx.deleteFrom('files').where('id', '=', row.id).where('claimed_at', 'is', null).execute(),
  )
}
