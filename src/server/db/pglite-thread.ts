import { Worker } from 'node:worker_threads'
import { DatabaseError, connectionLost, timedOut } from './database-error.ts'
import type { Answer, FromWorker, Request, WorkerOptions } from './pglite-messages.ts'
import { StartError } from './start-error.ts'

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** The worker thread that PostgreSQL runs in, and the only one who can end a query that does not end by itself. */
export class PgliteThread {
  readonly #options: WorkerOptions
  readonly #onNotify: (channel: string, payload: string) => void
  readonly #waiting = new Map<number, Waiting>()
  readonly #channels = new Set<string>()
  #worker: Worker | null = null
  #opening: Promise<void> | null = null
  #nextId = 0
  #closed = false

  constructor(options: WorkerOptions, onNotify: (channel: string, payload: string) => void) {
    this.#options = options
    this.#onNotify = onNotify
  }

  /** Opens PostgreSQL and proves that a commit reaches the disk. Throws a StartError when it does not. */
  open(): Promise<void> {
    this.#opening ??= this.#start().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  async #start(): Promise<void> {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: this.#options })
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if ('ready' in message) {
          if (message.ready > 0) resolve()
          else reject(new StartError('The embedded database does not write its commits to disk on this system: set DATABASE_URL to a PostgreSQL server.'))
        } else this.#hear(message)
      })
      worker.on('error', (error) => {
        reject(error)
        this.#fail(worker, new DatabaseError(error.message, connectionLost))
      })
      worker.on('exit', () => {
        reject(new StartError('The embedded database ended while it was being opened.'))
        this.#fail(worker, new DatabaseError('The embedded database has ended', connectionLost))
      })
    }).catch(async (error) => {
      await worker.terminate()
      throw error
    })
    this.#worker = worker
    for (const channel of this.#channels) await this.ask({ verb: 'listen', channel }, 10_000)
  }

  /** Sends one request. A request over its time ends the thread, which is then opened afresh for the next one. */
  async ask(request: Request, timeoutMs: number): Promise<Answer> {
    if (this.#closed) throw new DatabaseError('The database is closed', connectionLost)
    if (request.verb === 'listen') this.#channels.add(request.channel)
    if (!this.#worker) await this.open()
    const worker = this.#worker
    if (!worker) throw new DatabaseError('The embedded database has ended', connectionLost)
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#endRunaway(worker, timeoutMs), timeoutMs)
      this.#waiting.set(id, { resolve, reject, timer })
      worker.postMessage({ id, ...request })
    })
  }

  #endRunaway(worker: Worker, timeoutMs: number): void {
    this.#fail(worker, new DatabaseError(`The query was ended after ${timeoutMs} ms`, timedOut))
    void worker.terminate()
  }

  #hear(message: Exclude<FromWorker, { ready: number }>): void {
    if ('channel' in message) return this.#onNotify(message.channel, message.payload)
    const waiting = this.#waiting.get(message.id)
    if (!waiting) return
    this.#waiting.delete(message.id)
    clearTimeout(waiting.timer)
    if ('answer' in message) waiting.resolve(message.answer)
    else waiting.reject(new DatabaseError(message.error.message, message.error.code ?? 'XX000', message.error))
  }

  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.timer)
      waiting.reject(error)
    }
    this.#waiting.clear()
  }

  /** Ends PostgreSQL in good order. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (worker) await this.ask({ verb: 'close' }, 20_000)
    this.#closed = true
    this.#worker = null
    await worker?.terminate()
  }
}
