import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { asDatabaseError } from './database-error.ts'
import { FairQueue } from './fair-queue.ts'
import type { DatabaseDriver, Limits, Rows } from './driver.ts'
import { PipelinedTransaction } from './pipeline/pipelined-transaction.ts'
import { openLines } from './pipeline/postgres-line.ts'
import { statementsOver } from './statement-line.ts'
import { openOutage, type Outage } from './outage.ts'
import { openListener } from './postgres-listener.ts'
import { openOwnerSessions } from './owner-sessions.ts'
import { awaitServer } from './postgres-start.ts'
import { openWatch } from './postgres-watch.ts'
import { parserOf } from './column-parsers.ts'

const maxConnections = 10
/** Maximum number of connections per user. */
const connectionsOfOne = 4
const usualPatienceMs = 60_000
/** Time limit for acquiring a connection. */
const connectMs = 8000
/** The server enforces the statement limit; beyond this margin the connection is considered dead. */
const networkPatienceMs = 5000

const types = { getTypeParser: ((oid: number) => parserOf(oid)) as typeof pg.types.getTypeParser }

export interface PostgresOptions {
  readonly databaseUrl: string
  /**
   * A pooler in transaction mode (PgBouncer), which gives each transaction whichever connection is free. Transactions go there;
   * what needs a session of its own (LISTEN, the queue's role, locks of migrations) uses the server's address.
   */
  readonly poolUrl?: string | null
  readonly limits: Limits
  readonly log: FastifyBaseLogger
  /** False sends statement by statement (docs/pipelined-connection.md). */
  readonly isPipelined?: boolean
  /** How long the start waits for the server. */
  readonly patienceMs?: number
}

/** PostgreSQL server. What opens a transaction travels with its first statements. */
export async function openPostgres(options: PostgresOptions): Promise<DatabaseDriver> {
  const { databaseUrl, poolUrl, limits, log, isPipelined = true, patienceMs = usualPatienceMs } = options
  const common = { connectionString: databaseUrl, application_name: 'passerelle', connectionTimeoutMillis: connectMs, types }
  const pooled = poolUrl ? { ...common, connectionString: poolUrl } : common
  const outage = openOutage(poolUrl ? [common, pooled] : [common], log)
  const owner = openOwnerSessions(common, outage)
  try {
    await awaitServer(owner, patienceMs, log)
    if (poolUrl) await awaitPooler(pooled, patienceMs, log, outage)
  } catch (error) {
    outage.close()
    await owner.close()
    throw error
  }
  const serverLimits = {
    statement_timeout: limits.queryMs,
    lock_timeout: Math.min(10_000, limits.queryMs),
    idle_in_transaction_session_timeout: limits.transactionMs,
  }
  const clientLimits = { query_timeout: limits.queryMs + networkPatienceMs, idleTimeoutMillis: 30_000 }
  const traffic = { exchanges: 0, statements: 0 }
  const watch = openWatch(pooled, outage)
  const turns = new FairQueue(maxConnections, connectionsOfOne)
  const leaving = new Map<pg.PoolClient, () => void>()
  // Prepared statements belong to one connection of the server, and a pooler refuses settings at the start of one.
  const lines = openLines(watch, traffic, { prepares: !poolUrl })
  const lineOf = (client: pg.PoolClient) => (isPipelined ? lines.of(client) : statementsOver(client, watch, traffic))
  const pool = new pg.Pool({ ...pooled, ...clientLimits, ...(poolUrl ? {} : serverLimits), max: maxConnections })
  const jobs = new pg.Pool({
    ...common,
    ...clientLimits,
    ...serverLimits,
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
    each.on('error', (error) => outage.meetOrWarn(error, 'an idle database connection was lost'))
    each.on('connect', (client) => {
      watch.add(client)
      client.on('error', (error) => outage.meetOrWarn(error, 'a database connection was lost'))
    })
  }
  const listener = openListener(common, outage)
  /** Converts driver errors to DatabaseError. */
  const asking = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      outage.meet(error)
      throw asDatabaseError(error)
    }
  }

  return {
    kind: 'postgres',
    traffic,

    begin: (caller) =>
      asking(async () => {
        watch.check()
        const leave = await turns.enter(caller.turn ?? (caller.userId || caller.role))
        try {
          watch.check()
          const client = await watch.during(pool.connect())
          leaving.set(client, leave)
          return new PipelinedTransaction(lineOf(client), caller, limits.transactionMs, poolUrl ? { settings: serverLimits } : {})
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
      asking(() =>
        owner.with((client) =>
          work((text, parameters = []) => asking(async () => rowsOf(await client.query(text, [...parameters])))),
        ),
      ),

    listen: (channel, onNotify, onGap) => asking(() => listener.listen(channel, onNotify, onGap)),

    health: async () => ({ ok: true }),

    async close() {
      outage.close()
      watch.close()
      await listener.close()
      await Promise.all([pool.end(), jobs.end(), owner.close()])
    },
  }
}

async function awaitPooler(options: pg.ClientConfig, patienceMs: number, log: FastifyBaseLogger, outage: Outage): Promise<void> {
  const sessions = openOwnerSessions(options, outage)
  try {
    await awaitServer(sessions, patienceMs, log)
  } finally {
    await sessions.close()
  }
}

/** Concatenates the rows of a multi-statement result. */
function rowsOf(result: pg.QueryResult | pg.QueryResult[]): Rows {
  const results = Array.isArray(result) ? result : [result]
  return { rows: results.flatMap(({ rows }) => rows), affected: results.at(-1)?.rowCount ?? 0 }
}
