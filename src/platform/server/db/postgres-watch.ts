import pg from 'pg'
import { connectionLost, DatabaseError } from './database-error.ts'
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

export interface Watch {
  /** Connections to close when the server is down. */
  add(client: pg.PoolClient): void
  /** Fails fast while the server is known to be down. */
  check(): void
  /** Registers work as pending until it settles. */
  during<T>(answer: Promise<T>, client?: pg.PoolClient): Promise<T>
  close(): void
}

/**
 * Detects within about 7 s that the server is down or unreachable although no connection was closed. Probes over a new
 * connection: queries the server is still working on continue, unknown ones are lost with their connection. If the probe gets
 * no response, all connections are closed and requests fail fast until a probe succeeds.
 */
export function openWatch(options: pg.ClientConfig, outage: Pick<Outage, 'meet'>): Watch {
  const clients = new Set<pg.PoolClient>()
  const waiting = new Set<Waiting>()
  let stopped = false
  let probing = false
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function look(): Promise<void> {
    timer = undefined
    const silent = [...waiting].filter(({ since }) => performance.now() - since > silentMs)
    if (stopped || silent.length > 0) await probe(silent)
    if (!closed && (stopped || waiting.size > 0)) timer = setTimeout(look, stopped ? retryEveryMs : lookEveryMs)
  }

  async function probe(silent: readonly Waiting[]): Promise<void> {
    probing = true
    try {
      const atWork = await askAnew(options, pidsOf(silent))
      stopped = false
      for (const each of silent) checkConnection(each, atWork)
    } catch {
      if (closed) return
      if (!stopped) outage.meet(stoppedAnswering())
      stopped = true
      for (const client of clients) endNow(client)
    } finally {
      probing = false
    }
  }

  /** Requires two misses, since a response may be in flight. */
  function checkConnection(each: Waiting, atWork: ReadonlySet<number> | null): void {
    const pid = each.client && pidOf(each.client)
    if (!each.client || !pid || !atWork || atWork.has(pid)) {
      each.since = performance.now()
      each.suspect = false
    } else if (!each.suspect) each.suspect = true
    else if (waiting.has(each)) {
      outage.meet(new DatabaseError('A connection was cut without a word', connectionLost))
      endNow(each.client)
    }
  }

  return {
    add(client) {
      clients.add(client)
      client.once('end', () => clients.delete(client))
    },
    check() {
      if (stopped) throw stoppedAnswering()
    },
    async during(answer, client) {
      const entry: Waiting = { client: client ?? null, since: performance.now(), suspect: false }
      waiting.add(entry)
      if (!timer && !probing) timer = setTimeout(look, lookEveryMs)
      try {
        return await answer
      } finally {
        waiting.delete(entry)
      }
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
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
