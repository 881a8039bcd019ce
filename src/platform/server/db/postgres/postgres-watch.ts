import pg from 'pg'
import { connectionLost, DatabaseError } from '../database-error.ts'
import type { Outage } from './outage.ts'

/** After this time without a response, the server is probed. */
const silentMs = 2500
/** A server that does not answer on a new connection for this long is considered down. */
const probeMs = 4000
const lookEveryMs = 500
const retryEveryMs = 1000

/** A pending request, with its connection once assigned. */
interface Waiting {
  readonly client: pg.PoolClient | null
  since: number
  /** The last probe found the server not working on it. */
  suspect: boolean
}

/**
 * Detects within about 7 s that the server is down or unreachable although no connection was closed. Probes over a new
 * connection: queries the server is still working on continue, unknown ones are lost with their connection. If the probe gets
 * no response, all connections are closed and requests fail fast until a probe succeeds.
 */
export class Watch {
  readonly #options: pg.ClientConfig
  readonly #outage: Pick<Outage, 'meet'>
  readonly #clients = new Set<pg.PoolClient>()
  readonly #waiting = new Set<Waiting>()
  #stopped = false
  #probing = false
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: pg.ClientConfig, outage: Pick<Outage, 'meet'>) {
    this.#options = options
    this.#outage = outage
  }

  /** Adds a connection, which is closed when the server is down. */
  add(client: pg.PoolClient): void {
    this.#clients.add(client)
    client.once('end', () => this.#clients.delete(client))
  }

  /** Fails fast while the server is known to be down. */
  check(): void {
    if (this.#stopped) throw stoppedAnswering()
  }

  /** Registers work as pending until it settles. */
  async during<T>(answer: Promise<T>, client?: pg.PoolClient): Promise<T> {
    const entry: Waiting = { client: client ?? null, since: performance.now(), suspect: false }
    this.#waiting.add(entry)
    if (!this.#timer && !this.#probing) this.#timer = setTimeout(() => this.#look(), lookEveryMs)
    try {
      return await answer
    } finally {
      this.#waiting.delete(entry)
    }
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  async #look(): Promise<void> {
    this.#timer = undefined
    const silent = [...this.#waiting].filter(({ since }) => performance.now() - since > silentMs)
    if (this.#stopped || silent.length > 0) await this.#probe(silent)
    if (this.#closed || (!this.#stopped && this.#waiting.size === 0)) return
    this.#timer = setTimeout(() => this.#look(), this.#stopped ? retryEveryMs : lookEveryMs)
  }

  async #probe(silent: readonly Waiting[]): Promise<void> {
    this.#probing = true
    try {
      const atWork = await askAnew(this.#options, pidsOf(silent))
      this.#stopped = false
      for (const each of silent) this.#checkConnection(each, atWork)
    } catch {
      if (this.#closed) return
      if (!this.#stopped) this.#outage.meet(stoppedAnswering())
      this.#stopped = true
      for (const client of this.#clients) endNow(client)
    } finally {
      this.#probing = false
    }
  }

  /** Requires two misses, since a response may be in flight. */
  #checkConnection(each: Waiting, atWork: ReadonlySet<number> | null): void {
    const pid = each.client && pidOf(each.client)
    if (!each.client || !pid || !atWork || atWork.has(pid)) {
      each.since = performance.now()
      each.suspect = false
    } else if (!each.suspect) each.suspect = true
    else if (this.#waiting.has(each)) {
      this.#outage.meet(new DatabaseError('A connection was cut without a word', connectionLost))
      endNow(each.client)
    }
  }
}

const stoppedAnswering = () => new DatabaseError('The database has stopped answering', connectionLost)

/**
 * Which of these backends are active, asked over a new connection. Null if the server is up but cannot tell (connection limit,
 * pooler). Throws if nothing responds.
 */
async function askAnew(options: pg.ClientConfig, pids: readonly number[]): Promise<Set<number> | null> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: probeMs, query_timeout: probeMs })
  client.on('error', () => {
    // Reported to the waiting callers below.
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ own: number; at_work: number[] }>(
      `select pg_backend_pid() as own, coalesce((
        select array_agg(pid) from pg_stat_activity where pid = any($1) and coalesce(state, '') not like 'idle%'
      ), '{}') as at_work`,
      [pids],
    )
    const [row] = rows
    return row && row.own === pidOf(client) ? new Set(row.at_work) : null
  } catch (error) {
    // An error with a severity proves that the server is up.
    if (typeof (error as { severity?: unknown }).severity === 'string') return null
    throw error
  } finally {
    endNow(client)
  }
}

function pidsOf(silent: readonly Waiting[]): number[] {
  return silent.flatMap(({ client }) => (client && pidOf(client)) ?? [])
}

/** Missing in the driver's types. */
type Inside = { readonly processID?: number | null; readonly connection?: { readonly stream: { destroy(): void } } }

function pidOf(client: pg.ClientBase): number | null {
  return (client as unknown as Inside).processID ?? null
}

/** Destroys the socket: a graceful end would wait for the server. */
function endNow(client: pg.ClientBase): void {
  ;(client as unknown as Inside).connection?.stream.destroy()
}
