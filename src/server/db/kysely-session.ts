import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DatabaseDriver, OpenTransaction } from './driver.ts'
import type { DB } from './schema.ts'

/** A transaction of the product: the whole query builder, but no way to begin or end anything. */
export type Tx = Omit<Kysely<DB>, 'transaction' | 'startTransaction' | 'connection' | 'destroy'>

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()

function dialectOver(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

async function run<R>(transaction: OpenTransaction, query: CompiledQuery): Promise<QueryResult<R>> {
  const { rows, affected } = await transaction.query(query.sql, query.parameters)
  return { rows: rows as R[], numAffectedRows: BigInt(affected) }
}

function noStreaming(): never {
  throw new Error('Queries are not streamed: read a page at a time')
}

const nothing = async () => {}

/** The query builder over a transaction that somebody else ends. */
export function kyselyOver(transaction: OpenTransaction): Tx {
  const connection: DatabaseConnection = { executeQuery: (query) => run(transaction, query), streamQuery: noStreaming }
  return new Kysely<DB>({
    dialect: dialectOver({
      init: nothing,
      acquireConnection: async () => connection,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      releaseConnection: nothing,
      destroy: nothing,
    }),
  })
}

/** A rollback that fails means a lost connection, which the first error already tells better. */
export async function rolledBack(transaction: OpenTransaction, cause: unknown): Promise<void> {
  try {
    await transaction.rollback()
  } catch (error) {
    if (cause instanceof Error && cause.cause === undefined) cause.cause = error
  }
}

class AuthConnection implements DatabaseConnection {
  transaction: OpenTransaction | null = null
  readonly #driver: DatabaseDriver

  constructor(driver: DatabaseDriver) {
    this.#driver = driver
  }

  async begin(): Promise<OpenTransaction> {
    return this.#driver.begin('passerelle_auth', '')
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.transaction) return run(this.transaction, query)
    const single = await this.begin()
    try {
      const result = await run<R>(single, query)
      await single.commit()
      return result
    } catch (error) {
      await rolledBack(single, error)
      throw error
    }
  }

  streamQuery = noStreaming
}

/** The query builder for the sign-in library: everything it does runs as the role that sees the schema `auth` and nothing else. */
// biome-ignore lint/suspicious/noExplicitAny: the library brings its own tables
export function kyselyForAuth(driver: DatabaseDriver): Kysely<any> {
  const own = (connection: DatabaseConnection) => connection as AuthConnection
  const end = (how: 'commit' | 'rollback') => async (connection: DatabaseConnection) => {
    const { transaction } = own(connection)
    own(connection).transaction = null
    await transaction?.[how]()
  }
  const kyselyDriver: Driver = {
    init: nothing,
    acquireConnection: async () => new AuthConnection(driver),
    beginTransaction: async (connection) => {
      own(connection).transaction = await own(connection).begin()
    },
    commitTransaction: end('commit'),
    rollbackTransaction: end('rollback'),
    releaseConnection: nothing,
    destroy: nothing,
  }
  return new Kysely({ dialect: dialectOver(kyselyDriver) }).withSchema('auth')
}
