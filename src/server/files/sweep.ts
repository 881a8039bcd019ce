import type { Portal } from '../portal.ts'
import { fileKey } from './store.ts'

const keptMs = 86_400_000
const system = { kind: 'system' } as const

/** Removes files that nothing has claimed for a day: the bytes first, so that a row never promises what is gone for good. */
export async function sweepFiles(portal: Pick<Portal, 'database' | 'files' | 'clock'>): Promise<number> {
  const oldest = new Date(portal.clock.now().getTime() - keptMs)
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
