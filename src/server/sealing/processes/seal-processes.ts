import type { FastifyBaseLogger } from 'fastify'
import { WorkerError, type WorkerErrorCode } from '#server/workers/worker-error.ts'
import { type PoolLimits, WorkerPool } from '#server/workers/worker-pool.ts'
import type { Inspected, SealAnswer, SealSetup, Task, ToInspect, ToSeal } from './seal-messages.ts'
import { type Sealed, SealError, type SealErrorCode } from '../sealing.ts'
import type { TimestampBreaker } from '../cms/timestamp-breaker.ts'

export interface SealLimits {
  readonly inspection: PoolLimits
  readonly sealing: PoolLimits
}

interface SealProcessOptions {
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly limits: SealLimits
  /** Null if no time-stamp authority is configured. */
  readonly breaker: TimestampBreaker | null
}

/** For comparison: a 10 MB PDF takes 1 s to inspect, 2 s to seal, and less than 200 MiB. */
export const sealLimits: SealLimits = {
  inspection: { timeoutMs: 10_000, heapMb: 256, memoryMb: 512, processes: 2, maxQueued: 20 },
  sealing: { timeoutMs: 60_000, heapMb: 512, memoryMb: 1024, processes: 1, maxQueued: 50 },
}

const sealErrors: Readonly<Record<WorkerErrorCode, SealErrorCode>> = {
  queue_full: 'queue_full',
  timeout: 'seal_timeout',
  closed: 'seal_failed',
  not_started: 'seal_failed',
  out_of_memory: 'seal_failed',
  crashed: 'seal_failed',
  failed: 'seal_failed',
}

/** Whether the document caused its task to fail. */
const byDocument: readonly WorkerErrorCode[] = ['timeout', 'out_of_memory', 'crashed', 'failed']

/**
 * Child processes that read and seal documents, so that a malicious document can crash or block neither the portal nor other
 * documents. Inspection has its own pool: a slow upload does not delay signing.
 */
export class SealProcesses {
  readonly #log: FastifyBaseLogger
  readonly #now: () => Date
  readonly #breaker: TimestampBreaker | null
  readonly #inspection: WorkerPool<null, ToInspect, Inspected>
  readonly #sealing: WorkerPool<SealSetup, ToSeal, SealAnswer>

  constructor(setup: SealSetup, { now, log, limits, breaker }: SealProcessOptions) {
    this.#log = log
    this.#now = now
    this.#breaker = breaker
    const modules = {
      inspection: new URL('./inspect-worker.ts', import.meta.url),
      sealing: new URL('./seal-worker.ts', import.meta.url),
    }
    this.#inspection = new WorkerPool({ module: modules.inspection, setup: null, limits: limits.inspection })
    this.#sealing = new WorkerPool({ module: modules.sealing, setup, limits: limits.sealing })
  }

  async inspect(file: ToInspect): Promise<Inspected> {
    try {
      return await this.#inspection.run(() => file)
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error
      if (!byDocument.includes(error.code)) throw sealError(error)
      this.#log.warn({ code: error.code, reason: error.message }, 'a document could not be inspected')
      return { unsignable: 'unreadable' }
    }
  }

  async seal(task: Task): Promise<Sealed> {
    await this.#breaker?.refresh()
    const answer = await this.#sealing
      .run(() => ({ ...task, now: this.#now(), askTimestamp: !this.#breaker?.isOpen }))
      .catch((error) => {
        throw error instanceof WorkerError ? sealError(error) : error
      })
    if ('failed' in answer) throw new SealError(answer.failed.code, answer.failed.message)
    if (answer.timestampError !== null) await this.#breaker?.trip(answer.timestampError)
    return answer.sealed
  }

  close(): void {
    this.#inspection.close()
    this.#sealing.close()
  }
}

const sealError = (error: WorkerError) => new SealError(sealErrors[error.code], error.message, { cause: error })
