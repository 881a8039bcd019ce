import type { Portal } from '../portal.ts'
import { uploadKeptMs } from './commands.ts'
import { fileKey } from './store.ts'

/** Servers whose clocks differ by less than this agree on which uploads are over. */
const marginMs = 3_600_000
const system = { kind: 'system' } as const

/**
 * Removes uploads that are too old to be claimed, and files whose record was deleted. The bytes go first: a crash in
 * between leaves the row for the next sweep, never bytes that nothing knows. Returns how many files went.
 */
export async function sweepFiles(portal: Pick<Portal, 'database' | 'files' | 'clock'>): Promise<number> {
  const oldest = new Date(portal.clock.now().getTime() - uploadKeptMs - marginMs)
  const rows = await portal.database.asActor(system, (tx) =>
    tx
      .selectFrom('files')
      .select(['id', 'purpose'])
      .where('claimed_at', 'is', null)
      .where('created_at', '<', oldest)
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
