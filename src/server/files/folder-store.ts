import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newId } from '../ids.ts'
import type { FileStore } from './store.ts'

const leastFreeBytes = 64 * 1024 * 1024

/** Files in a folder: written beside, synced, then moved into place, so that a name is there only with its whole content. */
export async function openFolderStore(dataDir: string): Promise<FileStore> {
  const root = join(dataDir, 'files')
  const unfinished = join(root, 'unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => {
    if (!/^[a-z]+\/[0-9a-f-]{36}$/.test(key)) throw new Error(`not a key of a stored file: ${key}`)
    return join(root, key)
  }
  return {
    async write(key, content) {
      const path = pathOf(key)
      const beside = join(unfinished, newId())
      try {
        await pipeline(content, createWriteStream(beside, { mode: 0o600, flush: true }))
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(beside, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
    },
    async read(key, range) {
      const path = pathOf(key)
      const { size } = await stat(path)
      return { content: createReadStream(path, range), size }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
    async health() {
      const { bavail, bsize } = await statfs(root)
      if (bavail * bsize < leastFreeBytes) return { ok: false, detail: 'Less than 64 MB are free: uploads are refused.' }
      return { ok: true }
    },
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
