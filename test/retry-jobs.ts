import type { Database } from '#platform/server/db/database.ts'

/**
 * Reruns failed jobs of a queue at once, without back-off and polling. `retryLimit` is the number of further retries. Returns the
 * number of jobs.
 */
export async function retryJobsNow(database: Database, name: 'event' | 'mail', retryLimit?: number): Promise<number> {
  const { rows } = await database.runAsJobs(
    `update pgboss.job set start_after = now(), retry_limit = coalesce($2::int, retry_limit)
     where name = $1 and state = 'retry' returning id`,
    [name, retryLimit ?? null],
  )
  await wakeWorkers(database, name)
  return rows.length
}

/** Runs jobs that wait for their time at once. Returns the number of jobs. */
export async function runPostponedJobs(database: Database, name: 'webhook'): Promise<number> {
  const { rows } = await database.runAsJobs(
    "update pgboss.job set start_after = now() where name = $1 and state = 'created' and start_after > now() returning id",
    [name],
  )
  await wakeWorkers(database, name)
  return rows.length
}

type Queue = 'event' | 'mail' | 'given-up' | 'webhook'

/** Sends pg-boss's notification of a new job. If pg-boss renames it, the next poll finds the job. */
export async function wakeWorkers(database: Database, queue: Queue): Promise<void> {
  await database.runAsJobs("select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)", [queue])
}
