import type { Database } from '#server/db/database.ts'

/**
 * Lets failed jobs of a queue run again at once instead of after their pause and the next poll. `retryLimit` is the number of
 * retries that they have from now on. Returns how many there were.
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

/** The queue's own announcement of a new job. Should it be called otherwise one day, the next poll finds the job. */
export async function wakeWorkers(database: Database, queue: 'event' | 'mail' | 'given-up'): Promise<void> {
  await database.runAsJobs("select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)", [queue])
}
