import { existsSync, fsyncSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './pglite-files.ts'
import { PgliteThread } from './pglite-thread.ts'

/**
 * The folder of the embedded database. On the first start it is created beside and moved into place when it is whole and
 * on disk: PostgreSQL would take a half-made one, left by a killed first start, for its own.
 */
export async function prepareFolder(dataDir: string, patched: boolean): Promise<string> {
  const folder = join(dataDir, 'database')
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('database.new-')) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  if (existsSync(folder)) return folder
  const fresh = join(dataDir, `database.new-${process.pid}`)
  const thread = new PgliteThread({ folder: fresh, patched }, { notified() {}, reopened() {} })
  await thread.open()
  await thread.close()
  await syncTree(fresh)
  await rename(fresh, folder)
  syncFolder(dataDir)
  return folder
}

/** PostgreSQL's set-up writes a thousand files and syncs few of them. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) {
      const file = await open(path, 'r+')
      fsyncSync(file.fd)
      await file.close()
    }
  }
  syncFolder(folder)
}
