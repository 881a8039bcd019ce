import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { asDatabaseError } from './database-error.ts'
import { FairQueue } from './fair-queue.ts'
import type { DatabaseDriver, Limits, OpenTransaction } from './driver.ts'
import { openListener } from './postgres-listener.ts'
import { awaitServer } from './postgres-start.ts'
import { beginOn, rowsOf } from './postgres-transaction.ts'
import type { Watch } from './postgres-watch.ts'
import { openWatch } from './postgres-watch.ts'
import { readArrayAs, readAs } from './readers.ts'

const maxConnections = 10
/** Maximum number of connections per user. */
const connectionsOfOne = 4
const usualPatienceMs = 60_000
/** Time limit for acquiring a connection. */
const connectMs = 8000
/** The server enforces the statement limit; beyond this margin the connection is considered dead. */
const networkPatienceMs = 5000

const textArray = 1009

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readerOf(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

function readerOf(oid: number): ((text: string) => unknown) | undefined {
  const readElement = readArrayAs[oid]
  if (!readElement) return readAs[oid]
  const readTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray as number)
  return (text) => readTexts(text).map((element) => (element === null ? null : readElement(element)))
}

export interface PostgresOptions {
  readonly databaseUrl: string
  readonly limits: Limits
  readonly log: FastifyBaseLogger
  /** How long the start waits for the server. */
  readonly patienceMs?: number
}

/** PostgreSQL server. BEGIN, session setup and first query are pipelined: a transaction costs one extra round trip. */
export async function openPostgres(options: PostgresOptions): Promise<DatabaseDriver> {
  const { databaseUrl, limits, log, patienceMs = usualPatienceMs } = options
  const common = { connectionString: databaseUrl, application_name: 'passerelle', connectionTimeoutMillis: connectMs, types }
  await awaitServer(common, patienceMs, log)
  const working = {
    ...common,
    pipeline: true,
    statement_timeout: limits.queryMs,
    query_timeout: limits.queryMs + networkPatienceMs,
    lock_timeout: Math.min(10_000, limits.queryMs),
    idle_in_transaction_session_timeout: limits.transactionMs,
    idleTimeoutMillis: 30_000,
  }
  const watch = openWatch(common, log)
  const turns = new FairQueue(maxConnections, connectionsOfOne)
  const leaving = new Map<pg.PoolClient, () => void>()
  const pool = new pg.Pool({ ...working, max: maxConnections })
  const jobs = new pg.Pool({
    ...working,
    max: 2,
    onConnect: async (client) => {
      await client.query('set role passerelle_jobs')
    },
  })
  pool.on('release', (_error, client) => {
    leaving.get(client)?.()
    leaving.delete(client)
  })
  for (const each of [pool, jobs]) {
    each.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
    each.on('connect', (client) => {
      watch.add(client)
      client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
    })
  }
  const listener = openListener(common, log)

  return {
    kind: 'postgres',

    begin: (role, userId, turn = userId || role) =>
      asking(async () => {
        watch.check()
        const leave = await turns.enter(turn)
        try {
          watch.check()
          const client = await watch.during(pool.connect())
          leaving.set(client, leave)
          return watched(beginOn(client, role, userId, limits.transactionMs), watch, client)
        } catch (error) {
          leave()
          throw error
        }
      }),

    /** Discards connections after an error: they may still be inside a transaction. */
    runAsJobs: (text, parameters = []) =>
      asking(async () => {
        watch.check()
        return rowsOf(await watch.during(jobs.query(text, [...parameters])))
      }),

    asOwner: (work) =>
      asking(async () => {
        const client = new pg.Client(common)
        client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
        try {
          await client.connect()
          return await work((text, parameters = []) => asking(async () => rowsOf(await client.query(text, [...parameters]))))
        } finally {
          await client.end()
        }
      }),

    listen: (channel, onNotify, onGap) => asking(() => listener.listen(channel, onNotify, onGap)),

    health: async () => ({ ok: true }),

    async close() {
      watch.close()
      await listener.close()
      await Promise.all([pool.end(), jobs.end()])
    },
  }
}

/** Registers each statement of the transaction with the watch. */
function watched(transaction: OpenTransaction, watch: Watch, client: pg.PoolClient): OpenTransaction {
  return {
    query: (text, parameters) => watch.during(transaction.query(text, parameters), client),
    commit: () => watch.during(transaction.commit(), client),
    rollback: () => watch.during(transaction.rollback(), client),
  }
}

/** Converts driver errors to DatabaseError. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw asDatabaseError(error)
  }
}
