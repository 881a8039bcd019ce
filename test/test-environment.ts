import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** Enough for two embedded databases and some dozen PostgreSQL ones. */
const neededBytes = 2 * 1024 ** 3

/**
 * The folder for databases: in memory if there is space, since PGlite waits for the disk at every commit. fsync is called in both
 * cases.
 */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= neededBytes ? inMemory : tmpdir()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return tmpdir()
  }
}

/** Sets up the environment of the processes that tests start: where their data lies. */
export function prepareEnvironment(): void {
  process.env.TMPDIR = temporaryFolder()
}
