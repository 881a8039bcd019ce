import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { StartWorker } from '#platform/server/db/embedded/pglite-thread.ts'

/**
 * An error of the next commit that holds an idempotency key, a bank's answer, an import's batch or a restored portal:
 * committed with a lost response, committed with a response that does not arrive (on a server), disconnected before the
 * commit, or never committed.
 */
export type CommitError = 'answer dropped' | 'answer held' | 'cut before' | 'hangs'

/**
 * What marks a transaction: an idempotency key, the record of a bank's answer or of an import's rows, which make repeating
 * harmless without one, or the name that a restored database is given.
 */
const marks = [
  'insert into "idempotency_keys"',
  'insert into "bank_answers"',
  'insert into "imported_rows"',
  "comment on schema passerelle is 'arrived",
]
const isMark = (text: string) => marks.some((mark) => text.includes(mark))

/** Reads which statements a connection executes, also those it has prepared earlier. */
class SentStatements {
  readonly #prepared = new Map<string, string>()
  #rest: Buffer = Buffer.alloc(0)
  #isStarted = false

  /** The texts of the statements bound in these bytes. */
  read(bytes: Uint8Array): string[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const texts: string[] = []
    for (;;) {
      // Messages before the first have no type; these statements are sent after it.
      const from = this.#isStarted || isTyped(this.#rest) ? 1 : 0
      if (this.#rest.length < from + 4) return texts
      const end = from + this.#rest.readUInt32BE(from)
      if (this.#rest.length < end) return texts
      const [first = '', second = ''] = this.#rest
        .subarray(from + 4, end)
        .toString('latin1')
        .split('\0')
      const type = from === 1 ? String.fromCharCode(this.#rest[0] ?? 0) : ''
      this.#isStarted = true
      this.#rest = this.#rest.subarray(end)
      if (type === 'P') this.#prepared.set(first, second)
      if (type === 'B') texts.push(this.#prepared.get(second) ?? '')
      if (type === 'Q') texts.push(first)
    }
  }
}

/** Whether bytes begin with a typed message: the start-up message begins with its length, which is small. */
function isTyped(bytes: Buffer): boolean {
  return (bytes[0] ?? 0) > 0
}

/** Injects errors into the commits of one database; several may be open in a process. */
export class CommitErrors {
  #next: CommitError[] = []
  readonly #closing: (() => void)[] = []

  /** Queues errors for the next commits that are marked. */
  fail(...next: CommitError[]): void {
    this.#next.push(...next)
  }

  /** Starts the thread of an embedded database: an option of `openDatabase` and `startPortal`. */
  readonly startWorker: StartWorker = (program, workerData) =>
    new FailingWorker(program, { workerData }, () => this.#next.shift())

  /** The URL of a proxy to a PostgreSQL server: a way for `TestApp.open`. */
  readonly over = async (databaseUrl: string): Promise<string> => {
    const { url, close } = await openProxy(databaseUrl, () => this.#next.shift())
    this.#closing.push(close)
    return url
  }

  /** Closes the proxies. Throws if an error was never met: what was to be shown was not. */
  close(): void {
    for (const close of this.#closing) close()
    if (this.#next.length > 0) throw new Error(`no commit met these errors: ${this.#next.join(', ')}`)
  }
}

type NextError = () => CommitError | undefined

async function openProxy(databaseUrl: string, nextError: NextError): Promise<{ url: string; close: () => void }> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const statements = new SentStatements()
    let isMarked = false
    let error: CommitError | undefined
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        open.delete(socket)
        cut()
      })
    }
    client.on('data', (data) => {
      for (const text of statements.read(data)) {
        isMarked ||= isMark(text)
        if (text !== 'commit' && text !== 'rollback') continue
        error = isMarked && text === 'commit' ? nextError() : undefined
        isMarked = false
      }
      if (error === 'cut before') cut()
      else if (error !== 'hangs') upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (error === 'answer dropped') cut()
      else if (error !== 'answer held' && !client.destroyed) client.write(data)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

interface Message {
  readonly id: number
  readonly bytes?: Uint8Array
}

/** The thread of an embedded database that injects the queued errors. */
class FailingWorker extends Worker {
  readonly #sent = new SentStatements()
  #isMarked = false
  #unheard = -1
  readonly #nextError: NextError

  constructor(program: URL, options: WorkerOptions, nextError: NextError) {
    super(program, options)
    this.#nextError = nextError
  }

  override postMessage(message: Message): void {
    for (const text of this.#sent.read(message.bytes ?? new Uint8Array())) {
      this.#isMarked ||= isMark(text)
      if (text !== 'commit' && text !== 'rollback') continue
      const error = this.#isMarked && text === 'commit' ? this.#nextError() : undefined
      this.#isMarked = false
      if (error === 'hangs') return
      if (error === 'cut before') return void this.terminate()
      if (error === 'answer dropped') this.#unheard = message.id
    }
    super.postMessage(message)
  }

  override on(event: string, listener: (...all: never[]) => void): this {
    if (event !== 'message') return super.on(event as 'exit', listener as never)
    return super.on('message', (message: Message) => {
      if (message.id === this.#unheard) void this.terminate()
      else (listener as unknown as (message: Message) => void)(message)
    })
  }
}
