import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
/** Two embedded databases and some dozen databases of PostgreSQL, with room to spare. */
const neededBytes = 2 * 1024 ** 3

/**
 * Where tests keep their databases: in memory where there is room, since the embedded one waits for the disk at every commit.
 * Its fsync calls are the same in both.
 */
export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= neededBytes ? inMemory : tmpdir()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return tmpdir()
  }
}
