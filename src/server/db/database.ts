import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import { DatabaseError, isRetryable, readOnly } from './database-error.ts'
import type { Home, Limits } from './home.ts'
import { defaultLimits } from './home.ts'
import type { Tx } from './kysely-session.ts'
import { kyselyForAuth, kyselyOver, rolledBack } from './kysely-session.ts'
import { migrate } from './migrate.ts'
import { openPglite } from './pglite-home.ts'
import { openPostgres } from './postgres-home.ts'

export type { Tx } from './kysely-session.ts'

export interface Database extends Pick<Home, 'listen' | 'health' | 'close' | 'runAsJobs' | 'asOwner'> {
  readonly home: Home['kind']
  /**
   * One transaction as the actor: it sees and may touch what that actor's database role may. Commits when `work` resolves,
   * rolls back when it throws. After a deadlock or a serialisation failure `work` runs again, so it only touches the database.
   */
  asActor<T>(actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T>
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
}

const mostTries = 3

/** Opens the database where the settings say it lives and brings it to this version. Throws a StartError when it cannot. */
export async function openDatabase({ dataDir, databaseUrl, log, limits = defaultLimits }: DatabaseOptions): Promise<Database> {
  const home = databaseUrl ? await openPostgres({ databaseUrl, limits, log }) : await openPglite({ dataDir, limits })
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
    async asActor(actor, work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(home, actor, work)
        } catch (error) {
          if (attempt >= mostTries || !isRetryable(error)) throw error
        }
      }
    },
    runAsJobs: home.runAsJobs,
    asOwner: home.asOwner,
    listen: home.listen,
    health: home.health,
    close: home.close,
    async vacuum() {
      const { ok, detail } = await home.health()
      if (!ok) throw new DatabaseError(detail ?? 'The database is not well', readOnly)
      await home.asOwner((run) => run('vacuum (analyze)'))
    },
  }
}

async function once<T>(home: Home, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  const transaction = await home.begin(`passerelle_${actor.kind}`, 'userId' in actor ? actor.userId : '')
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
