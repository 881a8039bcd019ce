import { createWriteStream } from 'node:fs'
import { link, mkdir, open, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newId } from '#platform/server/ids.ts'
import { openUnfinished } from './leftovers.ts'
import { checkKey, type FileStore } from './store.ts'

const minFreeBytes = 64 * 1024 * 1024

/** Stores files in a directory. Writes are atomic: temporary file, fsync, rename. */
export async function openFolderStore(dataDir: string): Promise<FileStore> {
  const root = join(dataDir, 'files')
  const unfinished = join(root, 'unfinished')
  await openUnfinished(unfinished)
  await syncFolder(dataDir)
  const pathOf = (key: string) => {
    checkKey(key)
    return join(root, key)
  }
  return {
    place: root,
    readMark: () => readMark(root),
    placeMark: (mark) => placeMark(root, unfinished, mark),
    async write(key, content) {
      const path = pathOf(key)
      const beside = join(unfinished, newId())
      try {
        await pipeline(content, createWriteStream(beside, { mode: 0o600, flush: true }))
        const isNew = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(beside, path)
        await syncFolder(dirname(path))
        if (isNew) await syncFolder(root)
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
    },
    async read(key, range) {
      const file = await open(pathOf(key))
      return file.createReadStream(range)
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
    async health() {
      const { bavail, bsize } = await statfs(root)
      if (bavail * bsize < minFreeBytes) return { ok: false, detail: 'Less than 64 MB are free: uploads are refused.' }
      const probe = join(unfinished, newId())
      try {
        await writeFile(probe, 'probe', { mode: 0o600 })
        return { ok: true }
      } catch (error) {
        return { ok: false, detail: `Files cannot be written (${(error as NodeJS.ErrnoException).code}): uploads are refused.` }
      } finally {
        await rm(probe, { force: true })
      }
    },
    close: () => undefined,
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const name = 'mark'

/** Reads a store's mark; null if there is none. */
async function readMark(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, name), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes the mark atomically unless there is one; resolves with the existing mark. */
async function placeMark(folder: string, unfinished: string, mark: string): Promise<string> {
  const path = join(folder, name)
  const beside = join(unfinished, newId())
  await writeFile(beside, `${mark}\n`, { mode: 0o600, flush: true })
  try {
    await link(beside, path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') await withoutLinks(beside, path, error)
  } finally {
    await rm(beside, { force: true })
  }
  const entry = await open(folder, 'r')
  await entry.sync()
  await entry.close()
  return (await readMark(folder)) ?? mark
}

/** Fallback without hard links (some network file systems); concurrent first starts are detected at the next start. */
async function withoutLinks(beside: string, path: string, error: unknown): Promise<void> {
  if (!/^(EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
  await rename(beside, path)
}
