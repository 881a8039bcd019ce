import { PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { StartError } from '../db/start-error.ts'

/**
 * Creates or updates the queue's tables as the owner; while the portal runs, the queue works as a role that may read and
 * write them and no more, and those who act may only add jobs.
 */
export async function prepareJobTables(database: Pick<Database, 'asOwner'>, schema: string): Promise<void> {
  try {
    await database.asOwner(async (run) => {
      await run('set role passerelle_owner')
      try {
        const db = { executeSql: (text: string, values?: unknown[]) => run(text, values) as Promise<{ rows: unknown[] }> as Promise<{ rows: never[] }> }
        const owner = new PgBoss({ db, schema, migrate: true, createSchema: true, supervise: false, schedule: false })
        const failures: unknown[] = []
        owner.on('error', (error) => failures.push(error))
        await owner.start()
        await owner.stop({ graceful: false, close: false })
        if (failures.length > 0) throw failures[0]
        await run(`
          grant usage on schema ${schema}
            to passerelle_jobs, passerelle_system, passerelle_admin, passerelle_partner, passerelle_anonymous;
          grant select, insert, update, delete on all tables in schema ${schema} to passerelle_jobs;
          grant usage on all sequences in schema ${schema} to passerelle_jobs;
          grant execute on all functions in schema ${schema} to passerelle_jobs;
          grant insert, select on ${schema}.job, ${schema}.job_common to passerelle_system, passerelle_admin, passerelle_partner;
          grant select on ${schema}.queue to passerelle_system, passerelle_admin, passerelle_partner`)
      } finally {
        await run('reset role')
      }
    })
  } catch (error) {
    throw new StartError(`The job queue's tables could not be prepared: ${(error as Error).message}`)
  }
}
