import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Must be longer than any upload, so that a starting server does not delete a file that another one is receiving. */
const abandonedMs = 3_600_000

/** Creates the directory for incomplete files and removes leftovers of killed servers. */
export async function openUnfinished(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const stats = await stat(path).catch(goneMeanwhile)
    if (stats && Date.now() - stats.mtimeMs > abandonedMs) await rm(path, { force: true })
  }
}

function goneMeanwhile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
