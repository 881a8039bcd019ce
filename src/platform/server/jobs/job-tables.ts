import { createHash } from 'node:crypto'
import { getConstructionPlans, PgBoss, type Queue as PgBossQueue, type QueuePolicy } from 'pg-boss'
import type { Database } from '#platform/server/db/database.ts'
import { StartError } from '#platform/server/db/start-error.ts'

/** Key of the advisory lock; must be the same on all servers. */
const advisoryLock = 7_277_464

export interface QueueDefinition {
  readonly name: string
  /** How many of its jobs there may be; set when the queue is made, and never changed. */
  readonly policy?: string
  readonly options: Omit<PgBossQueue, 'name' | 'policy' | 'partition'>
}

/**
 * Creates or migrates pg-boss's tables as the owner, and the queues. At run time the queue uses a role limited to those tables,
 * and actors' roles may only insert jobs.
 */
export async function prepareJobTables(
  database: Pick<Database, 'asOwner'>,
  schema: string,
  queues: readonly QueueDefinition[],
): Promise<void> {
  try {
    const edition = versionOf(schema, queues)
    await database.asOwner(async (run) => {
      await run(`select pg_advisory_lock(${advisoryLock})`)
      try {
        const { rows } = await run("select obj_description(to_regnamespace($1), 'pg_namespace') as edition", [schema])
        if (rows[0]?.edition === edition) return
        await run('set role passerelle_owner')
        await createTables(
          { executeSql: async (text, values) => ({ rows: (await run(text, values)).rows as never[] }) },
          schema,
          queues,
        )
        await run(`${grants(schema)}; comment on schema ${schema} is '${edition}'`)
      } finally {
        await run(`rollback; reset role; select pg_advisory_unlock(${advisoryLock})`)
      }
    })
  } catch (error) {
    throw new StartError(`The job queue's tables could not be prepared: ${(error as Error).message}`)
  }
}

type QueueDatabase = { executeSql(text: string, values?: unknown[]): Promise<{ rows: never[] }> }

async function createTables(db: QueueDatabase, schema: string, queues: readonly QueueDefinition[]): Promise<void> {
  const owner = new PgBoss({ db, schema, migrate: true, createSchema: true, supervise: false, schedule: false })
  const failures: unknown[] = []
  owner.on('error', (error) => failures.push(error))
  await owner.start()
  for (const { name, policy, options } of queues) {
    await owner.createQueue(name, { ...options, ...(policy ? { policy: policy as QueuePolicy } : {}) })
    // An existing queue keeps its original options.
    await owner.updateQueue(name, options)
  }
  await owner.stop({ graceful: false, close: false })
  if (failures.length > 0) throw failures[0]
}

const grants = (schema: string) => `
  grant usage on schema ${schema} to passerelle_jobs, passerelle_system, passerelle_admin, passerelle_partner;
  grant select, insert, update, delete on all tables in schema ${schema} to passerelle_jobs;
  grant usage on all sequences in schema ${schema} to passerelle_jobs;
  grant execute on all functions in schema ${schema} to passerelle_jobs;
  grant insert, select (id, start_after) on ${schema}.job, ${schema}.job_common
    to passerelle_system, passerelle_admin, passerelle_partner;
  grant select on ${schema}.queue to passerelle_system, passerelle_admin, passerelle_partner`

/** Version of tables, grants and queues. A schema with the current version is not touched at start. */
function versionOf(schema: string, queues: readonly QueueDefinition[]): string {
  const parts = [getConstructionPlans(schema), grants(schema), JSON.stringify(queues)]
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}
