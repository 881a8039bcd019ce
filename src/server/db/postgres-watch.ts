import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { connectionLost, DatabaseError } from './database-error.ts'

/** Waiting longer than this for an answer is no proof of anything, but a reason to look. */
const silentMs = 2500
/** A server that does not let a new connection in and answer on it for this long has stopped: a frozen machine, a cut line. */
const probeMs = 4000
const lookEveryMs = 500
const retryEveryMs = 1000

/** Somebody who waits for an answer, on a connection once there is one. */
interface Waiting {
  readonly client: pg.PoolClient | null
  since: number
  /** When the server was looked at, it was not working on this. */
  suspect: boolean
}

export interface Watch {
  /** Every connection that is ended when the server has stopped. */
  add(client: pg.PoolClient): void
  /** Throws while the server is known to have stopped: nobody has to find that out again by waiting. */
  check(): void
  /** Counts a piece of work as waiting for the server until it settles. */
  during<T>(answer: Promise<T>, client?: pg.PoolClient): Promise<T>
  close(): void
}

/**
 * Notices within about 7 s that an answer will not come although no connection was ended: the server has stopped, or the line
 * to it was cut. A new connection asks the server; a query that it works on is slow and may go on, one that it knows nothing of
 * is lost with its connection. When no new connection answers, all are ended, and none is used until one answers again.
 */
export function openWatch(options: pg.ClientConfig, log: FastifyBaseLogger): Watch {
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
      if (stopped) log.warn('the database answers again')
      stopped = false
      for (const each of silent) checkConnection(each, atWork)
    } catch (error) {
      if (closed) return
      if (!stopped) log.error({ err: error }, 'the database has stopped answering: its connections are ended')
      stopped = true
      for (const client of clients) endNow(client)
    } finally {
      probing = false
    }
  }

  /** Twice, since an answer may be on its way. */
  function checkConnection(each: Waiting, atWork: ReadonlySet<number> | null): void {
    const pid = each.client && pidOf(each.client)
    if (!each.client || !pid || !atWork || atWork.has(pid)) {
      each.since = performance.now()
      each.suspect = false
    } else if (!each.suspect) each.suspect = true
    else if (waiting.has(each)) {
      log.warn({ pid }, 'a database connection was cut without a word: it is ended')
      endNow(each.client)
    }
  }

  return {
    add(client) {
      clients.add(client)
      client.once('end', () => clients.delete(client))
    },
    check() {
      if (stopped) throw new DatabaseError('The database has stopped answering', connectionLost)
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

/**
 * Which of these backends are at work, asked on a new connection; null when the server lives but cannot say, because it turns
 * new connections away or a pooler stands before it. Throws when nothing answers.
 */
async function askAnew(options: pg.ClientConfig, pids: readonly number[]): Promise<Set<number> | null> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: probeMs, query_timeout: probeMs })
  client.on('error', () => {
    // Whoever waits below hears of it.
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
    // An answer with a severity comes from a server that lives.
    if (typeof (error as { severity?: unknown }).severity === 'string') return null
    throw error
  } finally {
    endNow(client)
  }
}

function pidsOf(silent: readonly Waiting[]): number[] {
  return silent.flatMap(({ client }) => (client && pidOf(client)) ?? [])
}

/** The driver's typings lack what it knows of its connection. */
type Inside = { readonly processID?: number | null; readonly connection?: { readonly stream: { destroy(): void } } }

function pidOf(client: pg.ClientBase): number | null {
  return (client as unknown as Inside).processID ?? null
}

/** A polite end would wait for an answer. */
function endNow(client: pg.ClientBase): void {
  ;(client as unknown as Inside).connection?.stream.destroy()
}
