import { Refusal } from '#platform/domain/refusal.ts'
import { WorkerError, type WorkerErrorCode } from '#platform/server/workers/worker-error.ts'
import { WorkerPool } from '#platform/server/workers/worker-pool.ts'
import type { BankAnswer } from '../domain/bank-answer.ts'
import { BankFileError, type BankFileErrorCode } from '../domain/bank-file-error.ts'
import { m } from '../messages/messages.ts'

export interface ToRead {
  readonly bytes: Uint8Array
}

export type ReadAnswer =
  | { readonly answer: BankAnswer }
  | { readonly unreadable: { readonly code: BankFileErrorCode; readonly detail: string } }

/** A file of 20 MiB with nothing but entries stays below; one of empty elements would take more than a gigabyte. */
export const bankFileLimits = { timeoutMs: 30_000, heapMb: 320, memoryMb: 512, processes: 1, maxQueued: 3 } as const
const pool = new WorkerPool<null, ToRead, ReadAnswer>({
  module: new URL('./bank-file-worker.ts', import.meta.url),
  setup: null,
  limits: bankFileLimits,
})

const byFile: readonly WorkerErrorCode[] = ['timeout', 'out_of_memory', 'crashed']

/**
 * Reads a bank's answer in a process that can be killed, one file at a time. Throws a BankFileError for what cannot be read, also
 * within the limits of time and memory, and refuses `inspection_unavailable` while no process is free.
 */
export async function readInProcess(bytes: Uint8Array): Promise<BankAnswer> {
  const read = await pool
    .run(() => ({ bytes }))
    .catch((error: unknown) => {
      if (!(error instanceof WorkerError) || error.code === 'failed') throw error
      if (byFile.includes(error.code)) throw new BankFileError('too_complex', '', error)
      throw new Refusal('inspection_unavailable', m.serverBusy())
    })
  if ('answer' in read) return read.answer
  throw new BankFileError(read.unreadable.code, read.unreadable.detail)
}
