import { WorkerError } from './worker-error.ts'
import { type WorkerLimits, WorkerProcess } from './worker-process.ts'

export interface PoolLimits extends WorkerLimits {
  /** How many processes work at the same time. */
  readonly processes: number
  /** Tasks that may wait while all processes are busy. */
  readonly maxQueued: number
  /** How long a process is kept without work; a minute when not given. */
  readonly idleMs?: number
}

export interface PoolOptions<Setup> {
  /** The child's module, which calls `serveTasks`. */
  readonly module: URL
  /** Sent to every child once, before its first task. */
  readonly setup: Setup
  /** Read at every task. */
  readonly limits: PoolLimits
}

interface Queued<Task, Result> {
  readonly prepare: () => Task
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

const defaultIdleMs = 60_000

/**
 * Runs tasks in child processes, in the order in which they come. A child that crashes, hangs or takes too much memory costs its
 * own task and nothing else. Children are started when needed and ended when idle; they end with this process, however it ends.
 */
export class WorkerPool<Setup, Task, Result> {
  readonly #options: PoolOptions<Setup>
  readonly #queue: Queued<Task, Result>[] = []
  readonly #idle: WorkerProcess<Setup, Task, Result>[] = []
  readonly #busy = new Set<WorkerProcess<Setup, Task, Result>>()
  #idleTimer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: PoolOptions<Setup>) {
    this.#options = options
  }

  /** `prepare` is called when a process takes the task. Rejects with a WorkerError. */
  run(prepare: () => Task): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    if (this.#closed) reject(closed())
    else if (this.#queue.length >= this.#options.limits.maxQueued && this.#busy.size >= this.#options.limits.processes) {
      reject(new WorkerError('queue_full', 'Too many tasks are waiting.'))
    } else {
      this.#queue.push({ prepare, resolve, reject })
      this.#next()
    }
    return promise
  }

  /** Rejects whatever waits or runs. */
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

  async #perform(worker: WorkerProcess<Setup, Task, Result>, { prepare, resolve, reject }: Queued<Task, Result>): Promise<void> {
    this.#busy.add(worker)
    try {
      resolve(await worker.run(prepare, this.#options.limits))
    } catch (error) {
      reject(error)
    } finally {
      this.#busy.delete(worker)
      this.#keep(worker)
      // Whoever has waited for the result runs first: what they learn from it counts for the next task.
      setImmediate(() => this.#next())
    }
  }

  #takeProcess(): WorkerProcess<Setup, Task, Result> {
    const { module, setup, limits } = this.#options
    for (let worker = this.#idle.pop(); worker; worker = this.#idle.pop()) if (!worker.ended) return worker
    return new WorkerProcess(module, setup, limits.heapMb)
  }

  /** One that holds much memory is not given another task, which would be blamed for what the last one left. */
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
