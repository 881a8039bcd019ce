import { basename } from 'node:path'
import { currentReading, type Reading } from '#platform/domain/languages.ts'
import { measure, measured } from '#platform/server/metrics/measurements.ts'
import { WorkerError } from './worker-error.ts'
import { type WorkerLimits, WorkerProcess } from './worker-process.ts'

export interface PoolLimits extends WorkerLimits {
  readonly processes: number
  /** Maximum queue length while all processes are busy. */
  readonly maxQueued: number
  /** Idle time before a process is stopped; default one minute. */
  readonly idleMs?: number
}

export interface PoolOptions<Setup> {
  /** Module of the child; it must call `serveTasks`. */
  readonly module: URL
  /** Sent to each child once, before its first task. */
  readonly setup: Setup
  /** Evaluated for each task. */
  readonly limits: PoolLimits
}

interface Queued<Task, Result> {
  readonly prepare: () => Task
  readonly reading: Reading
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
  readonly signal: AbortSignal | undefined
}

const defaultIdleMs = 60_000

/**
 * Runs tasks in child processes, first in, first out. A child that crashes, hangs or exceeds its memory fails only its own
 * task. Children are started on demand, stopped when idle, and never outlive this process.
 */
export class WorkerPool<Setup, Task, Result> {
  readonly #options: PoolOptions<Setup>
  readonly #queue: Queued<Task, Result>[] = []
  readonly #idle: WorkerProcess<Setup, Task, Result>[] = []
  readonly #busy = new Set<WorkerProcess<Setup, Task, Result>>()
  #idleTimer: NodeJS.Timeout | undefined
  #closed = false
  /** `seal` for seal-worker.ts. */
  readonly #kind: string

  constructor(options: PoolOptions<Setup>) {
    this.#options = options
    this.#kind = basename(options.module.pathname).replace(/-worker\.[jt]s$/, '')
  }

  /** `prepare` is called when a process is assigned. Rejects with a WorkerError; an abort ends this task alone. */
  run(prepare: () => Task, signal?: AbortSignal): Promise<Result> {
    return measured(
      () => this.#enqueue(prepare, signal),
      (outcome, seconds) => measure('task', () => ({ kind: this.#kind, outcome, seconds })),
    )
  }

  #enqueue(prepare: () => Task, signal: AbortSignal | undefined): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    if (this.#closed || signal?.aborted) reject(closed())
    else if (this.#queue.length >= this.#options.limits.maxQueued && this.#busy.size >= this.#options.limits.processes) {
      reject(new WorkerError('queue_full', 'Too many tasks are waiting.'))
    } else {
      const queued = { prepare, reading: currentReading(), resolve, reject, signal }
      this.#queue.push(queued)
      const leave = () => this.#leave(queued)
      signal?.addEventListener('abort', leave)
      void promise.catch(() => undefined).finally(() => signal?.removeEventListener('abort', leave))
      this.#next()
    }
    return promise
  }

  /** Rejects a task that waits; one that runs ends with its process. */
  #leave(queued: Queued<Task, Result>): void {
    const at = this.#queue.indexOf(queued)
    if (at < 0) return
    this.#queue.splice(at, 1)
    queued.reject(closed())
  }

  /** Rejects queued and running tasks. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#idleTimer)
    for (const { reject } of this.#queue.splice(0)) reject(closed())
    for (const worker of [...this.#idle.splice(0), ...this.#busy]) worker.kill()
  }

  #next(): void {
    if (this.#busy.size >= this.#options.limits.processes) return
    const queued = this.#queue.shift()
    if (!queued) return this.#endWhenIdle()
    clearTimeout(this.#idleTimer)
    void this.#perform(this.#takeProcess(), queued)
  }

  async #perform(worker: WorkerProcess<Setup, Task, Result>, queued: Queued<Task, Result>): Promise<void> {
    const { prepare, reading, resolve, reject, signal } = queued
    const end = () => worker.kill()
    this.#busy.add(worker)
    signal?.addEventListener('abort', end)
    try {
      resolve(await worker.run(prepare, reading, this.#options.limits))
    } catch (error) {
      reject(error)
    } finally {
      signal?.removeEventListener('abort', end)
      this.#busy.delete(worker)
      this.#keep(worker)
      // Let the caller handle the result first: it may affect the next task.
      setImmediate(() => this.#next())
    }
  }

  #takeProcess(): WorkerProcess<Setup, Task, Result> {
    const { module, setup, limits } = this.#options
    for (let worker = this.#idle.pop(); worker; worker = this.#idle.pop()) if (!worker.ended) return worker
    return new WorkerProcess(module, setup, limits.heapMb)
  }

  /** A process that retains much memory is replaced, so that the next task is not blamed for it. */
  #keep(worker: WorkerProcess<Setup, Task, Result>): void {
    if (worker.ended) return
    if (this.#closed || (worker.memoryMb ?? 0) > this.#options.limits.memoryMb / 2) worker.kill()
    else this.#idle.push(worker)
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      for (const worker of this.#idle.splice(0)) worker.kill()
    }, this.#options.limits.idleMs ?? defaultIdleMs)
    this.#idleTimer.unref()
  }
}

const closed = () => new WorkerError('closed', 'The portal is closing.')
