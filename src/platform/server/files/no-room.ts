import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'

/** Whether a start failed for lack of disk space, including SQLite's own code (from the directory lock). */
export function isFullDisk(error: unknown): boolean {
  const { code, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  return code === 'ENOSPC' || code === 'EDQUOT' || (code === 'ERR_SQLITE_ERROR' && errcode === sqliteFull)
}
const sqliteFull = 13

/** Maps a full disk or exhausted quota to a refusal; returns other errors unchanged. */
export function refusalOfDisk(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new Refusal('storage_full', m.diskFull())
}
