import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupSchedule } from '#platform/server/config.ts'
import { backupTime, nextBackup } from '../domain.ts'

/** The newest of the scheduled backups, and when the next one is made. Throws where the directory cannot be read. */
export async function scheduledBackups({ directory, hours }: BackupSchedule, now: Date) {
  const names = await namesIn(directory)
  const [name] = names
    .filter((each) => backupTime(each) !== null)
    .sort()
    .slice(-1)
  const last = name ? { name, bytes: (await stat(join(directory, name))).size, at: backupTime(name) ?? now } : null
  return { last, next: nextBackup(names, hours, now) }
}

/** What is in a directory of backups, which may not be made yet. */
export async function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
