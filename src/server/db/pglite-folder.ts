import { constants, existsSync } from 'node:fs'
import { cp, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { markClosed } from './copied-folder.ts'
import { PgliteThread } from './pglite-thread.ts'
import { StartError } from './start-error.ts'
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

/** Files that are synced at once: the disk serves several in one turn, and a new database has about a thousand. */
const syncsAtOnce = 16

/** initdb syncs only a few of the files that it writes. Folders follow their files. */
async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = ({ parentPath, name }: (typeof entries)[number]) => join(parentPath, name)
  const files = entries.filter((entry) => entry.isFile()).values()
  const syncInTurn = async () => {
    for (const entry of files) {
      const file = await open(pathOf(entry), 'r+')
      await file.sync().finally(() => file.close())
    }
  }
  await Promise.all(Array.from({ length: syncsAtOnce }, syncInTurn))
  for (const entry of entries) if (entry.isDirectory()) syncFolder(pathOf(entry))
  syncFolder(folder)
}

/** What the portal keeps free. */
const reserveBytes = 128 * 1024 * 1024

/** Copies the directory of a database that does nothing meanwhile. File systems that can share its blocks do. */
export async function copyFolder(folder: string, target: string): Promise<void> {
  const [needed, { bavail, bsize }] = [await bytesIn(folder), await statfs(folder)]
  if (bavail * bsize < needed + reserveBytes) {
    throw new StartError(
      `The disk has no room for a copy of the database (${Math.ceil(needed / 1_000_000)} MB): free some first.`,
    )
  }
  await cp(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE, errorOnExist: true, force: false })
  markClosed(target)
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return bytes
}
