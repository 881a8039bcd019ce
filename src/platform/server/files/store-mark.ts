import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/server/ids.ts'

const name = 'mark'

/** Reads a store's mark; null if there is none. */
export async function readMark(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, name), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes the mark atomically unless there is one; resolves with the existing mark. */
export async function placeMark(folder: string, unfinished: string, mark: string): Promise<string> {
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
