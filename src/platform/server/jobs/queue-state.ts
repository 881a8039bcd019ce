import type { Database } from '#platform/server/db/database.ts'

/** The shared tables say so: every server of a portal sees the same. */
const queueSql = `
select name,
  count(*) filter (where state = 'active')::int as running,
  count(*) filter (where state < 'active' and start_after <= now())::int as due,
  count(*) filter (where state < 'active' and start_after > now())::int as later,
  coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float as age
from pgboss.job where state <= 'active' group by name`

export interface QueueState {
  readonly name: string
  readonly running: number
  readonly due: number
  readonly later: number
  /** Seconds that the oldest due job has been waiting. */
  readonly age: number
}

/** Jobs that are not done, by name: metrics and the page 'System' show the same. */
export async function readQueues(database: Pick<Database, 'runAsJobs'>): Promise<ReadonlyMap<string, QueueState>> {
  const { rows } = await database.runAsJobs(queueSql)
  return new Map((rows as QueueState[]).map((row) => [row.name, row]))
}

/** Ids of mails whose delivery failed and is tried again, the newest first. */
export async function retriedMails(database: Pick<Database, 'runAsJobs'>, max: number): Promise<string[]> {
  const { rows } = await database.runAsJobs(
    `select data ->> 'mailId' as id from pgboss.job where name = 'mail' and state = 'retry' order by created_on desc limit $1`,
    [max],
  )
  return (rows as { id: string }[]).map(({ id }) => id)
}
