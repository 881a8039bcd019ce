import { existsSync, fsyncSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PgliteThread } from './pglite-thread.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Directory of the embedded database. Created under a temporary name and renamed once complete and synced: PostgreSQL would
 * otherwise use an incomplete one left by an interrupted first start.
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

/** initdb writes about a thousand files and syncs only a few. */
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
