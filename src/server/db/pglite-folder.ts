import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './pglite-files.ts'
import { PgliteThread } from './pglite-thread.ts'

/**
 * The folder of the embedded database. On the first start it is created beside and moved into place when it is whole:
 * PostgreSQL would take a half-made one, left by a killed first start, for its own.
 */
export async function prepareFolder(dataDir: string, patched: boolean): Promise<string> {
  const folder = join(dataDir, 'database')
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('database.new-')) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  if (existsSync(folder)) return folder
  const fresh = join(dataDir, `database.new-${process.pid}`)
  const thread = new PgliteThread({ folder: fresh, patched }, () => {})
  await thread.open()
  await thread.close()
  await rename(fresh, folder)
  syncFolder(dataDir)
  return folder
}
