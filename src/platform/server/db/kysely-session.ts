import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
  WithSchemaPlugin,
} from 'kysely'
import type { DatabaseDriver, OpenTransaction } from './driver.ts'
import type { Nesting } from './nesting.ts'
import type { DB } from './schema.generated.ts'

/** Query builder bound to a transaction; it cannot begin, commit or roll back. */
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

/** Compiles queries as those over a transaction do; runs none. */
export const compilingDialect = dialectOver(new DummyDriver())

async function run<R>(transaction: Pick<OpenTransaction, 'query'>, query: CompiledQuery): Promise<QueryResult<R>> {
  const { rows, affected } = await transaction.query(query.sql, query.parameters)
  return { rows: rows as R[], numAffectedRows: BigInt(affected) }
}

function noStreaming(): never {
  throw new Error('Queries are not streamed: read a page at a time')
}

const nothing = async () => {}

/** Creates a query builder over a transaction managed by the caller. */
export function kyselyOver(transaction: Pick<OpenTransaction, 'query'>): Tx {
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

/** A failed rollback means a lost connection; the original error is more useful. */
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
  readonly #nesting: Nesting

  constructor(driver: DatabaseDriver, nesting: Nesting) {
    this.#driver = driver
    this.#nesting = nesting
  }

  async begin(): Promise<OpenTransaction> {
    return this.#driver.begin({ role: 'passerelle_auth', userId: '' })
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.transaction) return run(this.transaction, query)
    return this.#nesting.hold('auth', () => this.#runAlone(query))
  }

  async #runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
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

// biome-ignore lint/suspicious/noExplicitAny: the library brings its own tables
type AuthTables = any

/** Knows that the work of its transactions holds a session. */
class AuthKysely extends Kysely<AuthTables> {
  readonly #nesting: Nesting

  constructor(driver: Driver, nesting: Nesting) {
    super({ dialect: dialectOver(driver), plugins: [new WithSchemaPlugin('auth')] })
    this.#nesting = nesting
  }

  override transaction() {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = <T>(work: (tx: Transaction<AuthTables>) => Promise<T>) => this.#nesting.hold('auth', () => execute(work))
    return builder
  }
}

/** Query builder for the auth library, with a role limited to the schema `auth`. */
export function kyselyForAuth(driver: DatabaseDriver, nesting: Nesting): Kysely<AuthTables> {
  const own = (connection: DatabaseConnection) => connection as AuthConnection
  const end = (how: 'commit' | 'rollback') => async (connection: DatabaseConnection) => {
    const { transaction } = own(connection)
    own(connection).transaction = null
    await transaction?.[how]()
  }
  const kyselyDriver: Driver = {
    init: nothing,
    acquireConnection: async () => new AuthConnection(driver, nesting),
    beginTransaction: async (connection) => {
      own(connection).transaction = await own(connection).begin()
    },
    commitTransaction: end('commit'),
    rollbackTransaction: end('rollback'),
    releaseConnection: nothing,
    destroy: nothing,
  }
  return new AuthKysely(kyselyDriver, nesting)
}
