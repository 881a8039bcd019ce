import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { StartError } from '../start-error.ts'
import { markClosed } from './copied-folder.ts'
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

/** Files that are worked on at once: the disk serves several in one turn, and a new database has more than a thousand. */
const filesAtOnce = 16

/** Calls `work` for each of these paths. After an error no other call begins, and none runs any more. */
async function forEachFile(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  const next = paths.values()
  const errors: unknown[] = []
  const workInTurn = async () => {
    for (const path of next) {
      if (errors.length > 0) return
      await work(path).catch((error) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, workInTurn))
  if (errors.length > 0) throw errors[0]
}

/** Paths of what lies in a folder, at any depth; a folder comes before its content. */
async function readTree(folder: string): Promise<{ folders: string[]; files: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = (kind: 'isDirectory' | 'isFile') =>
    entries.filter((entry) => entry[kind]()).map(({ parentPath, name }) => join(parentPath, name))
  return { folders: paths('isDirectory'), files: paths('isFile') }
}

/** initdb syncs only a few of the files that it writes. Folders follow their files. */
async function syncTree(folder: string): Promise<void> {
  const { folders, files } = await readTree(folder)
  await forEachFile(files, async (path) => {
    const file = await open(path, 'r+')
    await file.sync().finally(() => file.close())
  })
  for (const path of [...folders, folder]) syncFolder(path)
}

/** Disk space that the portal keeps free. */
const reserveBytes = 128 * 1024 * 1024

/**
 * Copies the directory of a database that does nothing meanwhile. File systems that can share its blocks do. Everybody waits for
 * it, and node:fs's own copy of a folder takes ten times as long for a thousand small files.
 */
export async function copyFolder(folder: string, target: string): Promise<void> {
  const { folders, files } = await readTree(folder)
  const [size, { bavail, bsize }] = [await bytesIn(files), await statfs(folder)]
  if (bavail * bsize < size + reserveBytes) {
    throw new StartError(`The disk has no room for a copy of the database (${Math.ceil(size / 1_000_000)} MB): free some first.`)
  }
  const copyOf = (path: string) => join(target, relative(folder, path))
  for (const path of [folder, ...folders]) await mkdir(copyOf(path), { mode: (await stat(path)).mode })
  await forEachFile(files, (path) => copyFile(path, copyOf(path), constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL))
  markClosed(target)
}

async function bytesIn(files: readonly string[]): Promise<number> {
  let bytes = 0
  await forEachFile(files, async (path) => {
    bytes += (await stat(path)).size
  })
  return bytes
}
