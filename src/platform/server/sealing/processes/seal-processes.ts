import { setMaxListeners } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { WorkerError, type WorkerErrorCode } from '#platform/server/workers/worker-error.ts'
import { type PoolLimits, WorkerPool } from '#platform/server/workers/worker-pool.ts'
import type { TimestampBreaker } from '../cms/timestamp-breaker.ts'
import { SealError, type SealErrorCode, type Sealed } from '../sealing.ts'
import type { Inspected, SealAnswer, SealMeans, Task, ToInspect, ToSeal } from './seal-messages.ts'

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

type Inspection = WorkerPool<null, ToInspect, Inspected>
type Sealing = WorkerPool<null, ToSeal, SealAnswer>

const openInspection = (limits: PoolLimits): Inspection =>
  new WorkerPool({ module: new URL('./inspect-worker.ts', import.meta.url), setup: null, limits })
const openSealing = (limits: PoolLimits): Sealing =>
  new WorkerPool({ module: new URL('./seal-worker.ts', import.meta.url), setup: null, limits })

/** The process has one of them: a child takes ten times as long to load as to seal. It starts with its first task. */
const common = { inspection: openInspection(sealLimits.inspection), sealing: openSealing(sealLimits.sealing) }

/**
 * Child processes that read and seal documents, so that a malicious document can crash or block neither the portal nor other
 * documents. Inspection has its own pool, which never gets a key: a slow upload does not delay signing.
 */
export class SealProcesses {
  readonly #means: SealMeans
  readonly #log: FastifyBaseLogger
  readonly #now: () => Date
  readonly #breaker: TimestampBreaker | null
  readonly #inspection: Inspection
  readonly #sealing: Sealing
  readonly #closing = new AbortController()

  constructor(means: SealMeans, { now, log, limits, breaker }: SealProcessOptions) {
    this.#means = means
    this.#log = log
    this.#now = now
    this.#breaker = breaker
    this.#inspection = limits.inspection === sealLimits.inspection ? common.inspection : openInspection(limits.inspection)
    this.#sealing = limits.sealing === sealLimits.sealing ? common.sealing : openSealing(limits.sealing)
    // Many tasks may wait at once.
    setMaxListeners(0, this.#closing.signal)
  }

  async inspect(file: ToInspect): Promise<Inspected> {
    try {
      return await this.#inspection.run(() => file, this.#closing.signal)
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error
      if (!byDocument.includes(error.code)) throw sealError(error)
      this.#log.warn({ code: error.code, reason: error.message }, 'a document could not be inspected')
      return { unsignable: 'unreadable' }
    }
  }

  async seal(task: Task): Promise<Sealed> {
    await this.#breaker?.refresh()
    const means = this.#means
    const answer = await this.#sealing
      .run(() => ({ ...task, means, now: this.#now(), askTimestamp: !this.#breaker?.isOpen }), this.#closing.signal)
      .catch((error) => {
        throw error instanceof WorkerError ? sealError(error) : error
      })
    if ('failed' in answer) throw new SealError(answer.failed.code, answer.failed.message)
    if (answer.timestampError !== null) await this.#breaker?.trip(answer.timestampError)
    return answer.sealed
  }

  /** Rejects its queued and running tasks. */
  close(): void {
    this.#closing.abort()
    if (this.#inspection !== common.inspection) this.#inspection.close()
    if (this.#sealing !== common.sealing) this.#sealing.close()
  }
}

const sealError = (error: WorkerError) => new SealError(sealErrors[error.code], error.message, { cause: error })
