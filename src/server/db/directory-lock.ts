import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

/**
 * Keeps a data directory for one process, or throws a StartError. SQLite's exclusive transaction is an fcntl lock: the
 * kernel gives it back on any end of the process, and it holds between containers that share the directory. Two
 * processes on one embedded database would lose rows without any error. Nothing else in this process may open the
 * file: closing it, even once, would give the lock away.
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
