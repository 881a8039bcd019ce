import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import { DatabaseError, diskFull, isRetryable } from './database-error.ts'
import type { Home, Limits } from './driver.ts'
import { defaultLimits } from './driver.ts'
import type { Tx } from './kysely-session.ts'
import { kyselyForAuth, kyselyOver, rolledBack } from './kysely-session.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite-driver.ts'
import { openPostgres } from './postgres-driver.ts'

export type { Tx } from './kysely-session.ts'

export interface Database extends Pick<Home, 'listen' | 'health' | 'close' | 'runAsJobs' | 'asOwner'> {
  readonly home: Home['kind']
  /**
   * One transaction as the actor: it sees and may touch what that actor's database role may. Commits when `work` resolves,
   * rolls back when it throws. After a deadlock or a serialisation failure `work` runs again, so it only touches the database.
   * When the database is busy people take turns; `turn` stands for who is not known yet.
   */
  asActor<T>(actor: Actor, work: (tx: Tx) => Promise<T>, turn?: string): Promise<T>
  /** The same on the room that is kept back of a nearly full disk: for what lets people sign in and read. */
  readonly onReserve: Pick<Database, 'asActor'>
  /** For the sign-in library, which opens its own transactions: confined to the schema `auth`. */
  // biome-ignore lint/suspicious/noExplicitAny: the library brings its own tables
  readonly auth: Kysely<any>
  /** Removes dead rows and refreshes statistics; the embedded database has nobody else to do it. */
  vacuum(): Promise<void>
}

export interface DatabaseOptions {
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly log: FastifyBaseLogger
  readonly limits?: Limits
  /** How long the start waits for a server that does not answer yet. */
  readonly patienceMs?: number
}

const mostTries = 3

/** Opens the database where the settings say it lives and brings it to this version. Throws a StartError when it cannot. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, databaseUrl, log, limits = defaultLimits, patienceMs } = options
  const home = databaseUrl
    ? await openPostgres({ databaseUrl, limits, log, ...(patienceMs === undefined ? {} : { patienceMs }) })
    : await openPglite({ dataDir, limits })
  try {
    await migrate(home)
    await warnOfSuperuser(home, log)
  } catch (error) {
    await home.close()
    throw error
  }
  return databaseIn(home)
}

/** The product's verbs over a home. */
export function databaseIn(home: Home): Database {
  return {
    home: home.kind,
    auth: kyselyForAuth(home),
    asActor: (actor, work, turn) => repeated(() => once(home, actor, work, { turn, reserve: false })),
    onReserve: { asActor: (actor, work, turn) => repeated(() => once(home, actor, work, { turn, reserve: true })) },
    runAsJobs: home.runAsJobs,
    asOwner: home.asOwner,
    listen: home.listen,
    health: () => healthOf(home),
    close: home.close,
    async vacuum() {
      const { ok, detail } = await healthOf(home)
      if (!ok) throw new DatabaseError(detail ?? 'The database is not well', diskFull)
      await home.asOwner((run) => run('vacuum (analyze)'))
    },
  }
}

/** Whether a request could read and write now: asked the way that requests go, and undone. */
async function healthOf(home: Home): Promise<{ ok: boolean; detail?: string }> {
  const health = await home.health()
  if (!health.ok) return health
  const transaction = await home.begin('passerelle_system', '')
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
      if (attempt >= mostTries || !isRetryable(error)) throw error
    }
  }
}

interface How {
  readonly turn: string | undefined
  readonly reserve: boolean
}

async function once<T>(home: Home, actor: Actor, work: (tx: Tx) => Promise<T>, { turn, reserve }: How): Promise<T> {
  const transaction = await home.begin(`passerelle_${actor.kind}`, 'userId' in actor ? actor.userId : '', turn, reserve)
  let result: T
  try {
    result = await work(kyselyOver(transaction))
  } catch (error) {
    await rolledBack(transaction, error)
    throw error
  }
  await transaction.commit()
  return result
}

async function warnOfSuperuser(home: Home, log: FastifyBaseLogger): Promise<void> {
  if (home.kind === 'pglite') return
  const { rows } = await home.asOwner((run) => run("select current_setting('is_superuser') as superuser"))
  if (rows[0]?.superuser === 'on') {
    log.warn('DATABASE_URL signs in as a superuser: give the portal an ordinary login with CREATEROLE instead')
  }
}
