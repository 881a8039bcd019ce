import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { connectionLost, DatabaseError, notStarted, timedOut } from '../database-error.ts'
import { PreparedStatements } from '../pipeline/prepared-statements.ts'
import { StartError } from '../start-error.ts'
import type { Answer, FromWorker, Request, WorkerData, WorkerOptions } from './pglite-messages.ts'

/** Time limit for opening, including seconds of crash recovery. */
const openWithinMs = 120_000

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * PostgreSQL's program. Threads share the machine code that V8 makes of it while it runs: a thread that is opened again, and
 * a second database in the same process, start with what is compiled already.
 */
function postgresModule(): Promise<WebAssembly.Module> {
  const program = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm')
  compiled ??= readFile(program).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  readonly timeoutMs: number
}

/**
 * Sends one request. Exceeding the limit, which counts from when the thread comes to it, terminates the thread; those behind it
 * fail with `notStarted`.
 */
export type Ask = (request: Request, timeoutMs: number) => Promise<Answer>

/**
 * A thread as it runs now. It fails once that thread has ended: in the next one, the rest of a transaction would run outside a
 * transaction and with all privileges.
 */
export interface ThreadSession {
  readonly ask: Ask
  readonly prepared: PreparedStatements
  notified(channel: string, payload: string): void
}

export interface ThreadEvents {
  notified(channel: string, payload: string): void
  /** The thread was reopened; notifications in between are lost. */
  reopened(): void
}

/** Starts the program as a thread of its own. Tests start one that loses answers. */
export type StartWorker = (program: URL, workerData: WorkerData) => Worker

const asThread: StartWorker = (program, workerData) => new Worker(program, { workerData })

/** The worker thread of embedded PostgreSQL. Terminating it is the only way to stop a runaway query. */
export class PgliteThread {
  readonly #options: WorkerOptions
  readonly #events: ThreadEvents
  readonly #startWorker: StartWorker
  /** Requests in the order in which the thread handles them. */
  readonly #waiting = new Map<number, Waiting>()
  #limit: NodeJS.Timeout | undefined
  /** The id of the request that the thread began last; shared with it, since its answers may lie unread. */
  readonly #begun = new Int32Array(new SharedArrayBuffer(4))
  readonly #channels = new Set<string>()
  #worker: Worker | null = null
  #prepared = new PreparedStatements()
  #opening: Promise<void> | null = null
  #ending: Promise<unknown> = Promise.resolve()
  #nextId = 0
  #closed = false

  constructor(options: WorkerOptions, events: ThreadEvents, startWorker = asThread) {
    this.#options = options
    this.#events = events
    this.#startWorker = startWorker
  }

  /** Opens the thread if necessary. */
  async session(): Promise<ThreadSession> {
    if (this.#closed) throw new DatabaseError('The database is closed', connectionLost)
    try {
      await this.open()
    } catch (error) {
      throw new DatabaseError((error as Error).message, connectionLost)
    }
    const worker = this.#worker
    return {
      ask: (request, timeoutMs) => this.#ask(worker, request, timeoutMs),
      prepared: this.#prepared,
      notified: (channel, payload) => this.#events.notified(channel, payload),
    }
  }

  /** Opens PostgreSQL and verifies that commits are durable. Throws a StartError. */
  async open(): Promise<void> {
    if (this.#worker) return
    this.#opening ??= this.#start().finally(() => {
      this.#opening = null
    })
    await this.#opening
  }

  async #start(): Promise<void> {
    await this.#ending
    const workerData: WorkerData = { ...this.#options, module: await postgresModule(), begun: this.#begun }
    const worker = this.#startWorker(new URL('./pglite-worker.ts', import.meta.url), workerData)
    let timer: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(() => reject(new StartError('The embedded database does not open.')), openWithinMs)
        worker.on('message', (message: FromWorker) => {
          if (!('ready' in message)) return this.#hear(worker, message)
          if (message.ready > 0) resolve()
          else reject(new StartError(notDurable))
        })
        worker.on('error', (error) => {
          reject(new StartError(`The embedded database could not be opened: ${error.message}`))
          this.#fail(worker, new DatabaseError(error.message, connectionLost))
        })
        worker.on('exit', () => {
          reject(new StartError('The embedded database ended while it was being opened.'))
          this.#fail(worker, new DatabaseError('The embedded database has ended', connectionLost))
        })
      })
      this.#worker = worker
      this.#prepared = new PreparedStatements()
      for (const channel of this.#channels) await this.#ask(worker, { verb: 'listen', channel }, openWithinMs)
    } catch (error) {
      this.#worker = null
      await worker.terminate()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** LISTENs on a channel, also after the thread is reopened. */
  async listen(channel: string, timeoutMs: number): Promise<void> {
    const { ask } = await this.session()
    await ask({ verb: 'listen', channel }, timeoutMs)
    this.#channels.add(channel)
  }

  #ask(worker: Worker | null, request: Request, timeoutMs: number): Promise<Answer> {
    if (!worker || this.#worker !== worker) {
      return Promise.reject(new DatabaseError('The embedded database has ended and was opened again', connectionLost))
    }
    const id = this.#nextId
    this.#nextId = (id + 1) | 0
    return new Promise((resolve, reject) => {
      worker.postMessage({ id, ...request })
      this.#waiting.set(id, { resolve, reject, timeoutMs })
      if (this.#waiting.size === 1) this.#limitFirst(worker)
    })
  }

  /** Starts the time limit of the request that the thread works on. */
  #limitFirst(worker: Worker): void {
    clearTimeout(this.#limit)
    const [first] = this.#waiting.values()
    if (!first) return
    const { timeoutMs } = first
    this.#limit = setTimeout(() => {
      this.#fail(worker, new DatabaseError(`The query was ended after ${timeoutMs} ms`, timedOut))
    }, timeoutMs)
  }

  #hear(worker: Worker, message: Exclude<FromWorker, { ready: number }>): void {
    if ('channel' in message) return this.#events.notified(message.channel, message.payload)
    const waiting = this.#waiting.get(message.id)
    if (!waiting) return
    this.#waiting.delete(message.id)
    this.#limitFirst(worker)
    if ('answer' in message) return waiting.resolve(message.answer)
    const { error, broken } = message
    waiting.reject(new DatabaseError(error.message, broken ? connectionLost : (error.code ?? 'XX000'), broken ? {} : error))
    if (broken) this.#fail(worker, new DatabaseError('The embedded database has crashed', connectionLost))
  }

  /**
   * Ends the thread, fails pending requests and reopens PostgreSQL at once, so that listeners do not miss notifications until the
   * next query.
   */
  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    clearTimeout(this.#limit)
    const [first, ...behind] = this.#waiting
    this.#waiting.clear()
    first?.[1].reject(error)
    // Only once the thread has stopped is it certain which requests it began.
    this.#ending = worker.terminate().then(() => {
      const last = behind.findIndex(([id]) => id === this.#begun[0])
      for (const [at, [, { reject }]] of behind.entries()) {
        reject(at <= last ? error : new DatabaseError('The embedded database ended before this began', notStarted))
      }
    })
    if (this.#closed) return
    this.open().then(
      () => this.#events.reopened(),
      () => {
        // The next session retries and reports the error to its caller.
      },
    )
  }

  /** Shuts PostgreSQL down cleanly; pending requests fail. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#opening?.catch(() => {})
    const worker = this.#worker
    try {
      if (worker) await this.#ask(worker, { verb: 'close' }, openWithinMs)
    } finally {
      this.#worker = null
      await worker?.terminate()
      await this.#ending
    }
  }
}

const notDurable =
  'The embedded database does not write its commits to disk on this system: set DATABASE_URL to a PostgreSQL server.'
