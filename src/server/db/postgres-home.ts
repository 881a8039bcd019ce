import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { asDatabaseError } from './database-error.ts'
import type { Home, Limits } from './home.ts'
import { openListener } from './postgres-listener.ts'
import { beginOn, rowsOf } from './postgres-transaction.ts'
import { readArrayAs, readAs } from './readers.ts'
import { StartError } from './start-error.ts'

const mostConnections = 10
const oldestVersion = 150_000
/** The server ends a statement itself; past this, it is the connection that does not answer. */
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
}

/** A PostgreSQL server. Begin, prologue and first query travel together: an actor's transaction costs one round trip more than a bare query. */
export async function openPostgres({ databaseUrl, limits, log }: PostgresOptions): Promise<Home> {
  const common = { connectionString: databaseUrl, application_name: 'passerelle', connectionTimeoutMillis: 10_000, types }
  await checkServer(common)
  const working = {
    ...common,
    pipeline: true,
    statement_timeout: limits.queryMs,
    query_timeout: limits.queryMs + networkPatienceMs,
    lock_timeout: Math.min(10_000, limits.queryMs),
    idle_in_transaction_session_timeout: limits.transactionMs,
    idleTimeoutMillis: 30_000,
  }
  const pool = new pg.Pool({ ...working, max: mostConnections })
  const jobs = new pg.Pool({
    ...working,
    max: 2,
    onConnect: async (client) => {
      await client.query('set role passerelle_jobs')
    },
  })
  for (const each of [pool, jobs]) {
    each.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
    each.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')))
  }
  const listener = openListener(common, log)

  return {
    kind: 'postgres',

    begin: (role, userId) => asking(async () => beginOn(await pool.connect(), role, userId, limits.transactionMs)),

    /** A connection whose statement failed is not used again: it may be inside a transaction. */
    runAsJobs: (text, parameters = []) => asking(async () => rowsOf(await jobs.query(text, [...parameters]))),

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

    health: () =>
      asking(async () => {
        await jobs.query('select 1')
        return { ok: true }
      }),

    async close() {
      await listener.close()
      await Promise.all([pool.end(), jobs.end()])
    },
  }
}

/** Says in a sentence what is wrong with DATABASE_URL before anything is built on it. */
async function checkServer(options: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(options)
  client.on('error', () => {
    // The query below fails with the same error.
  })
  let version: number
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('server_version_num')::int as version")
    version = Number(rows[0]?.version)
  } catch (error) {
    throw new StartError(`The PostgreSQL server of DATABASE_URL cannot be used: ${(error as Error).message}`)
  } finally {
    await client.end().catch(() => {
      // A connection that never was cannot be ended.
    })
  }
  if (version < oldestVersion) throw new StartError('DATABASE_URL leads to an old PostgreSQL: version 15 or newer is needed.')
}

/** Errors of the driver leave here as the database's errors. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw asDatabaseError(error)
  }
}
