import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'

/**
 * Locks a data directory for one process, or throws a StartError. Two processes on one embedded database would silently lose
 * rows. Uses SQLite's exclusive transaction, an fcntl lock: the kernel releases it whenever the process ends, and it works
 * across containers. Nothing else in this process may open the file, because closing it would release the lock.
 */
export function lockDirectory(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(dataDir, 'portal.lock'))
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    if (!/locked|busy/.test((error as Error).message)) throw error
    throw new StartError(`Another portal is running on ${dataDir}: stop it first, or give this one its own DATA_DIR.`)
  }
  return () => lock.close()
}
