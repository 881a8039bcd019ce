import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { asDatabaseError } from './database-error.ts'
import type { Home, Limits, OpenTransaction, Rows } from './home.ts'
import { openListener } from './postgres-listener.ts'
import { readAs } from './readers.ts'

const mostConnections = 10

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readAs[oid]) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export interface PostgresOptions {
  readonly databaseUrl: string
  readonly limits: Limits
  readonly log: FastifyBaseLogger
}

/** A PostgreSQL server. Begin, prologue and first query travel together: an actor's transaction costs one round trip more than a bare query. */
export async function openPostgres({ databaseUrl, limits, log }: PostgresOptions): Promise<Home> {
  const common = { connectionString: databaseUrl, application_name: 'passerelle', connectionTimeoutMillis: 10_000, types }
  const pool = new pg.Pool({
    ...common,
    max: mostConnections,
    idleTimeoutMillis: 30_000,
    statement_timeout: limits.queryMs,
    lock_timeout: Math.min(10_000, limits.queryMs),
    idle_in_transaction_session_timeout: limits.transactionMs,
    pipeline: true,
  })
  const jobs = new pg.Pool({ ...common, max: 2, options: '-c role=passerelle_jobs -c statement_timeout=300000' })
  for (const each of [pool, jobs]) {
    each.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
    each.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')))
  }
  const { listen, close: closeListener } = openListener(common, log)

  return {
    kind: 'postgres',

    async begin(role, userId) {
      const client = await connected(pool)
      const prologue = Promise.all([
        client.query('begin'),
        client.query("select set_config('app.user_id', $1, true), set_config('role', $2, true)", [userId, role]),
      ])
      prologue.catch(() => {})
      return openTransaction(client, prologue)
    },

    async runAsJobs(text, parameters = []) {
      try {
        const result = await (parameters.length > 0 ? jobs.query(text, [...parameters]) : jobs.query(text))
        const last = Array.isArray(result) ? result.at(-1) : result
        return { rows: last?.rows ?? [] }
      } catch (error) {
        throw asDatabaseError(error)
      }
    },

    async asOwner(work) {
      const client = new pg.Client(common)
      client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
      try {
        await client.connect()
        return await work(async (text, parameters = []) => rowsOf(await client.query(text, [...parameters])))
      } catch (error) {
        throw asDatabaseError(error)
      } finally {
        await client.end()
      }
    },

    listen,

    async health() {
      await pool.query('select 1').catch((error) => {
        throw asDatabaseError(error)
      })
      return { ok: true }
    },

    async close() {
      await closeListener()
      await Promise.all([pool.end(), jobs.end()])
    },
  }
}

async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw asDatabaseError(error)
  }
}

function openTransaction(client: pg.PoolClient, prologue: Promise<unknown>): OpenTransaction {
  const end = async (statement: 'commit' | 'rollback') => {
    try {
      await prologue
      await client.query(statement)
      client.release()
    } catch (error) {
      client.release(true)
      throw asDatabaseError(error)
    }
  }
  return {
    async query(text, parameters) {
      const result = client.query(text, [...parameters])
      result.catch(() => {})
      try {
        await prologue
        return rowsOf(await result)
      } catch (error) {
        throw asDatabaseError(error)
      }
    },
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  }
}

function rowsOf(result: pg.QueryResult | pg.QueryResult[]): Rows {
  const last = Array.isArray(result) ? result.at(-1) : result
  return { rows: last?.rows ?? [], affected: last?.rowCount ?? 0 }
}
