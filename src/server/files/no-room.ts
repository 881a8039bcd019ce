import { Refusal } from '#domain/refusal.ts'

/** What a full disk, or a used-up quota, means to the person who sends a file; any other error stays what it is. */
export function refusalOfDisk(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new Refusal('storage_full', 'The server is out of disk space: nothing was saved. Please tell the provider.')
}
