import { Refusal } from '#domain/refusal.ts'

/** Whether a start failed for want of room: SQLite, which holds the lock of the data directory, has a code of its own. */
export function isFullDisk(error: unknown): boolean {
  const { code, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  return code === 'ENOSPC' || code === 'EDQUOT' || (code === 'ERR_SQLITE_ERROR' && errcode === sqliteFull)
}
const sqliteFull = 13

/** What a full disk, or a used-up quota, means to the person who sends a file; any other error stays what it is. */
export function refusalOfDisk(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new Refusal('storage_full', 'The server is out of disk space: nothing was saved. Please tell the provider.')
}
