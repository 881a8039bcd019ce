import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Opening } from '#access/server/opening.ts'
import { parserOf } from '../column-parsers.ts'
import { asDatabaseError } from '../database-error.ts'
import type { Caller, DatabaseDriver, Limits, OnNotify, OpenTransaction, OwnerRun, Rows } from '../driver.ts'
import { FairQueue } from '../fair-queue.ts'
import type { Line } from '../pipeline/line.ts'
import { PipelinedTransaction } from '../pipeline/pipelined-transaction.ts'
import { openLines } from '../pipeline/postgres-line.ts'
import { statementsOver } from '../statement-line.ts'
import { type Outage, openOutage } from './outage.ts'
import { type OwnerSessions, openOwnerSessions } from './owner-sessions.ts'
import { PostgresListener } from './postgres-listener.ts'
import { awaitServer } from './postgres-start.ts'
import { Watch } from './postgres-watch.ts'

const maxConnections = 10
/** Maximum number of connections per user. */
const connectionsOfOne = 4
const defaultConnectTimeoutMs = 60_000
/** Time limit for acquiring a connection. */
const connectMs = 8000
/** The server enforces the statement limit; beyond this margin the connection is considered dead. */
const networkTimeoutMs = 5000

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
  readonly connectTimeoutMs?: number
  /** The environment variable that has `databaseUrl`, as messages name it. */
  readonly urlVariable?: string | undefined
}

/** Waits for the server and opens its connections. Throws a StartError. */
export async function openPostgres(options: PostgresOptions): Promise<DatabaseDriver> {
  const { databaseUrl, poolUrl, limits, log, isPipelined = true } = options
  const { connectTimeoutMs = defaultConnectTimeoutMs, urlVariable: variable = 'DATABASE_URL' } = options
  const direct = { connectionString: databaseUrl, application_name: 'passerelle', connectionTimeoutMillis: connectMs, types }
  const pooled = poolUrl ? { ...direct, connectionString: poolUrl } : null
  const outage = openOutage(pooled ? [direct, pooled] : [direct], log)
  const owner = openOwnerSessions(direct, outage)
  try {
    await awaitServer(owner, { connectTimeoutMs, log, variable })
    if (pooled) await awaitPooler(pooled, connectTimeoutMs, log, outage)
  } catch (error) {
    outage.close()
    await owner.close()
    throw error
  }
  return new PostgresDriver({ direct, pooled, outage, owner, limits, isPipelined })
}

interface PostgresParts {
  /** How the server is reached, and a pooler before it. */
  readonly direct: pg.ClientConfig
  readonly pooled: pg.ClientConfig | null
  readonly outage: Outage
  readonly owner: OwnerSessions
  readonly limits: Limits
  readonly isPipelined: boolean
}

/** Limits that the server itself enforces. */
const serverLimits = ({ queryMs, transactionMs }: Limits) => ({
  statement_timeout: queryMs,
  lock_timeout: Math.min(10_000, queryMs),
  idle_in_transaction_session_timeout: transactionMs,
})

const clientLimits = ({ queryMs }: Limits) => ({ query_timeout: queryMs + networkTimeoutMs, idleTimeoutMillis: 30_000 })

/** What opens a transaction travels with its first statements. */
class PostgresDriver implements DatabaseDriver {
  readonly kind = 'postgres'
  readonly traffic = { exchanges: 0, statements: 0 }
  readonly #outage: Outage
  readonly #owner: OwnerSessions
  readonly #watch: Watch
  readonly #listener: PostgresListener
  readonly #pool: pg.Pool
  readonly #jobs: pg.Pool
  readonly #turns = new FairQueue(maxConnections, connectionsOfOne)
  /** Ends the turn of each connection that a transaction has. */
  readonly #leaving = new Map<pg.PoolClient, () => void>()
  readonly #transactionMs: number
  readonly #lineOf: (client: pg.PoolClient) => Line
  /** Settings that each transaction makes for itself: a pooler refuses them at the start of a connection. */
  readonly #opening: Opening

  constructor({ direct, pooled, outage, owner, limits, isPipelined }: PostgresParts) {
    const settings = serverLimits(limits)
    this.#outage = outage
    this.#owner = owner
    this.#transactionMs = limits.transactionMs
    this.#opening = pooled ? { settings } : {}
    this.#listener = new PostgresListener(direct, outage)
    const watch = new Watch(pooled ?? direct, outage)
    this.#watch = watch
    // Prepared statements belong to one connection of the server.
    const lines = openLines(watch, this.traffic, { prepares: !pooled })
    this.#lineOf = (client) => (isPipelined ? lines.of(client) : statementsOver(client, watch, this.traffic))
    this.#pool = this.#openPool({ ...(pooled ?? { ...direct, ...settings }), ...clientLimits(limits), max: maxConnections })
    this.#pool.on('release', (_error, client) => {
      this.#leaving.get(client)?.()
      this.#leaving.delete(client)
    })
    this.#jobs = this.#openPool({
      ...direct,
      ...settings,
      ...clientLimits(limits),
      max: 2,
      onConnect: async (client) => {
        await client.query('set role passerelle_jobs')
      },
    })
  }

  #openPool(config: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool(config)
    pool.on('error', (error) => this.#outage.meetOrWarn(error, 'an idle database connection was lost'))
    pool.on('connect', (client) => {
      this.#watch.add(client)
      client.on('error', (error) => this.#outage.meetOrWarn(error, 'a database connection was lost'))
    })
    return pool
  }

  begin(caller: Caller): Promise<OpenTransaction> {
    return this.#asking(async () => {
      this.#watch.check()
      const leave = await this.#turns.enter(caller.turn ?? (caller.userId || caller.role))
      try {
        this.#watch.check()
        const client = await this.#watch.during(this.#pool.connect())
        this.#leaving.set(client, leave)
        return new PipelinedTransaction(this.#lineOf(client), caller, this.#transactionMs, this.#opening)
      } catch (error) {
        leave()
        throw error
      }
    })
  }

  /** Discards connections after an error: they may still be inside a transaction. */
  runAsJobs(text: string, parameters: readonly unknown[] = []): Promise<Rows> {
    return this.#asking(async () => {
      this.#watch.check()
      return rowsOf(await this.#watch.during(this.#jobs.query(text, [...parameters])))
    })
  }

  asOwner<T>(work: (run: OwnerRun) => Promise<T>): Promise<T> {
    return this.#asking(() =>
      this.#owner.with((client) =>
        work((text, parameters = []) => this.#asking(async () => rowsOf(await client.query(text, [...parameters])))),
      ),
    )
  }

  listen(channel: string, onNotify: OnNotify, onGap?: () => void): Promise<() => Promise<void>> {
    return this.#asking(() => this.#listener.listen(channel, onNotify, onGap))
  }

  async health(): Promise<{ ok: boolean }> {
    return { ok: true }
  }

  async close(): Promise<void> {
    this.#outage.close()
    this.#watch.close()
    await this.#listener.close()
    await Promise.all([this.#pool.end(), this.#jobs.end(), this.#owner.close()])
  }

  /** Converts driver errors to DatabaseError. */
  async #asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      this.#outage.meet(error)
      throw asDatabaseError(error)
    }
  }
}

async function awaitPooler(
  options: pg.ClientConfig,
  connectTimeoutMs: number,
  log: FastifyBaseLogger,
  outage: Outage,
): Promise<void> {
  const sessions = openOwnerSessions(options, outage)
  try {
    await awaitServer(sessions, { connectTimeoutMs, log, variable: 'DATABASE_POOL_URL' })
  } finally {
    await sessions.close()
  }
}

/** Concatenates the rows of a multi-statement result. */
function rowsOf(result: pg.QueryResult | pg.QueryResult[]): Rows {
  const results = Array.isArray(result) ? result : [result]
  return { rows: results.flatMap(({ rows }) => rows), affected: results.at(-1)?.rowCount ?? 0 }
}
