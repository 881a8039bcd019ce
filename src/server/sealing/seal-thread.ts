import { Worker } from 'node:worker_threads'
import type { FromSealWorker, Inspected, SealWorkerOptions, Task } from './seal-messages.ts'
import { type Sealed, SealError } from './sealing.ts'

export interface SealLimits {
  readonly timeoutMs: number
  readonly memoryMb: number
  /** Tasks that may wait behind the one that runs. */
  readonly waiting: number
}

export const sealLimits: SealLimits = { timeoutMs: 60_000, memoryMb: 512, waiting: 50 }

interface Waiting {
  readonly task: Task
  readonly bytes: readonly Uint8Array[]
  readonly resolve: (done: Inspected | Sealed) => void
  readonly reject: (error: SealError) => void
}

/** The worker thread that seals, one task after the other. One that dies or hangs is replaced for the next task. */
export class SealThread {
  readonly #options: SealWorkerOptions
  readonly #limits: SealLimits
  readonly #now: () => Date
  readonly #queue: Waiting[] = []
  #worker: Worker | null = null
  #current: (Waiting & { readonly timer: NodeJS.Timeout }) | null = null
  #closed = false

  constructor(options: SealWorkerOptions, now: () => Date, limits: SealLimits = sealLimits) {
    this.#options = options
    this.#now = now
    this.#limits = limits
  }

  /** `bytes` go to the thread without being copied where that is possible, and are gone here. */
  run(task: Task, bytes: readonly Uint8Array[]): Promise<Inspected | Sealed> {
    if (this.#closed) return Promise.reject(new SealError('seal_failed', 'The portal is closing.'))
    if (this.#queue.length >= this.#limits.waiting) {
      return Promise.reject(new SealError('queue_full', 'Too many documents wait to be sealed.'))
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, bytes, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    if (this.#current) return
    const next = this.#queue.shift()
    if (!next) return void this.#worker?.unref()
    const timer = setTimeout(
      () => this.#abandon(new SealError('seal_timeout', `Sealing took longer than ${this.#limits.timeoutMs} ms.`)),
      this.#limits.timeoutMs,
    )
    this.#current = { ...next, timer }
    this.#worker ??= this.#start()
    const worker = this.#worker
    worker.ref()
    try {
      worker.postMessage({ ...next.task, now: this.#now() }, [...new Set(next.bytes.filter(isAlone).map(({ buffer }) => buffer))])
    } catch (error) {
      this.#settle()?.reject(new SealError('seal_failed', (error as Error).message, { cause: error }))
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./seal-worker.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
    })
    const died = (error: Error | null) => {
      if (this.#worker !== worker) return
      this.#worker = null
      this.#settle()?.reject(new SealError('seal_failed', error?.message ?? 'The sealing thread has ended.'))
    }
    worker.on('message', (message: FromSealWorker) => {
      if (this.#worker === worker) this.#hear(message)
    })
    worker.on('error', died)
    worker.on('exit', () => died(null))
    return worker
  }

  #hear(message: FromSealWorker): void {
    const current = this.#settle()
    if ('done' in message) current?.resolve(message.done)
    else current?.reject(new SealError(message.failed.code, message.failed.message))
  }

  /** Takes the running task off, and lets the next one begin once its caller has heard. */
  #settle(): Waiting | null {
    const current = this.#current
    if (!current) return null
    clearTimeout(current.timer)
    this.#current = null
    queueMicrotask(() => this.#next())
    return current
  }

  #abandon(error: SealError): void {
    const worker = this.#worker
    this.#worker = null
    void worker?.terminate()
    this.#settle()?.reject(error)
  }

  /** Whatever still waits is told that the portal is closing. */
  async close(): Promise<void> {
    this.#closed = true
    const error = new SealError('seal_failed', 'The portal is closing.')
    for (const waiting of this.#queue.splice(0)) waiting.reject(error)
    const worker = this.#worker
    this.#worker = null
    this.#settle()?.reject(error)
    await worker?.terminate()
  }
}

/** Only memory that nothing else lives in can be given away: a small Buffer shares its own with others. */
function isAlone(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0
}
