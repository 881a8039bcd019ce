import type { FastifyBaseLogger } from 'fastify'
import type { CompiledQuery, Kysely } from 'kysely'
import { type Actor, isView } from '#access/domain/actor.ts'
import { callerOf } from '#access/server/opening.ts'
import type { SessionProof } from '#access/server/session-row.ts'
import { DatabaseError, diskFull, isRetryable } from './database-error.ts'
import type { DatabaseDriver, Rows } from './driver.ts'
import { kyselyForAuth, kyselyOver, rolledBack, type Tx } from './kysely-session.ts'
import { migrate, type Upgrade } from './migrate.ts'
import { logNesting, Nesting } from './nesting.ts'
import { type DatabaseOptions, openDriver } from './open-driver.ts'

export type { Tx } from './kysely-session.ts'

type FromDriver = 'listen' | 'health' | 'close' | 'runAsJobs' | 'asOwner' | 'copyTo' | 'traffic'

export interface Database extends Pick<DatabaseDriver, FromDriver> {
  readonly kind: DatabaseDriver['kind']
  /**
   * Runs `work` in one transaction with the actor's database role. Commits when it resolves, rolls back when it throws. It is
   * repeated after a deadlock or serialisation failure, so it must not have effects outside the database. Within it, no way to
   * this database may be taken but its own transaction: that throws a NestedSession (`nesting.ts`).
   */
  asActor<T>(actor: Actor, work: (tx: Tx, post: Post) => Promise<T>, how?: How): Promise<T>
  /** May also use the reserved disk space, so that signing in and reading work on a nearly full disk. */
  readonly onReserve: Pick<Database, 'asActor'>
  /** A connection for the auth library, which manages its own transactions; limited to the schema `auth`. */
  // biome-ignore lint/suspicious/noExplicitAny: the library brings its own tables
  readonly auth: Kysely<any>
  /** VACUUM ANALYZE, since the embedded database has no autovacuum. */
  vacuum(): Promise<void>
}

/**
 * Sends a statement of the transaction without waiting for it, together with what follows. If it fails, the transaction does,
 * with its error. `onDone` gets its rows, or null if it failed.
 */
export type Post = (query: { compile(): CompiledQuery }, onDone?: (rows: Rows | null) => void) => void

export interface How {
  /** Under load, callers are queued fairly by user; this is the queue key of callers without a user id. */
  readonly turn?: string | undefined
  /** The session that makes the caller this actor; if it is another one by now, all results are a `SessionChanged`. */
  readonly session?: SessionProof | null | undefined
  /** The transaction may not write, so that it needs no commit. */
  readonly isRead?: boolean | undefined
}

const maxTries = 3

export interface OpeningOptions extends DatabaseOptions {
  /** A server logs a session within another one and goes on, as a portal in use should; otherwise it is refused there, too. */
  readonly logsNesting?: boolean | undefined
  readonly upgrade?: Upgrade | undefined
}

/** Opens the configured database and migrates it. Throws a StartError. */
export async function openDatabase({ logsNesting = false, upgrade, ...options }: OpeningOptions): Promise<Database> {
  const driver = await openDriver(options)
  try {
    await migrate(driver, undefined, upgrade)
    await warnOfSuperuser(driver, options.log)
  } catch (error) {
    await driver.close()
    throw error
  }
  return createDatabase(driver, logsNesting ? options.log : null)
}

/**
 * Creates the database facade over a driver. `log`: where a server's sessions within another one are told of; null refuses them
 * there as with the embedded database, where such work would wait for itself.
 */
export function createDatabase(driver: DatabaseDriver, log: FastifyBaseLogger | null = null): Database {
  const nesting = new Nesting(log && driver.kind === 'postgres' ? logNesting(log) : null)
  const { copyTo } = driver
  return {
    kind: driver.kind,
    auth: kyselyForAuth(driver, nesting),
    asActor: (actor, work, how) => nesting.hold('asActor', () => repeated(() => once(driver, actor, work, how))),
    onReserve: {
      asActor: (actor, work, how) => nesting.hold('asActor', () => repeated(() => once(driver, actor, work, how, true))),
    },
    runAsJobs: (text, parameters) => nesting.hold('runAsJobs', () => driver.runAsJobs(text, parameters)),
    asOwner: (work) => nesting.hold('asOwner', () => driver.asOwner(work)),
    ...(copyTo ? { copyTo: (target: string) => nesting.hold('copyTo', () => copyTo.call(driver, target)) } : {}),
    traffic: driver.traffic,
    listen: (channel, onNotify, onGap) =>
      nesting.hold('listen', () =>
        // Messages arrive in the context of whoever had the connection made.
        driver.listen(channel, (payload) => nesting.outside(() => onNotify(payload)), onGap && (() => nesting.outside(onGap))),
      ),
    health: () => nesting.hold('health', () => checkHealth(driver)),
    close: () => driver.close(),
    vacuum: () => nesting.hold('vacuum', () => vacuum(driver)),
  }
}

async function vacuum(driver: DatabaseDriver): Promise<void> {
  const { ok, detail } = await checkHealth(driver)
  if (!ok) throw new DatabaseError(detail ?? 'The database is not well', diskFull)
  await driver.asOwner((run) => run('vacuum (analyze)'))
}

/** Health check: writes a row like a request would, and rolls back. */
async function checkHealth(driver: DatabaseDriver): Promise<{ ok: boolean; detail?: string }> {
  const health = await driver.health()
  if (!health.ok) return health
  const transaction = await driver.begin({ role: 'passerelle_system', userId: '' })
  try {
    await transaction.query(
      "insert into idempotency_keys (actor_id, key, request_hash, created_at) values (gen_random_uuid(), 'health', '', now())",
      [],
    )
  } finally {
    await transaction.rollback()
  }
  return health
}

async function repeated<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= maxTries || !isRetryable(error)) throw error
    }
  }
}

async function once<T>(
  driver: DatabaseDriver,
  actor: Actor,
  work: (tx: Tx, post: Post) => Promise<T>,
  { turn, session, isRead }: How = {},
  reserve?: boolean,
): Promise<T> {
  const transaction = await driver.begin({ ...callerOf(actor), turn, session, isRead: isRead || isView(actor), reserve })
  const post: Post = (query, onDone) => {
    const { sql, parameters } = query.compile()
    transaction.post(sql, parameters, onDone)
  }
  try {
    const result = await work(kyselyOver(transaction), post)
    await transaction.commit()
    return result
  } catch (error) {
    await rolledBack(transaction, error)
    throw error
  }
}

async function warnOfSuperuser(driver: DatabaseDriver, log: FastifyBaseLogger): Promise<void> {
  if (driver.kind === 'pglite') return
  const { rows } = await driver.asOwner((run) => run("select current_setting('is_superuser') as superuser"))
  if (rows[0]?.superuser === 'on') {
    log.warn('DATABASE_URL signs in as a superuser: give the portal an ordinary login with CREATEROLE instead')
  }
}
