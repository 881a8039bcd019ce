import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './database.ts'
import type { OwnerRun } from './driver.ts'

interface Followed {
  readonly database: Pick<Database, 'kind' | 'asOwner' | 'traffic'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** An import meets plans that were made for small tables for some seconds only. */
const everyMs = 1000

/** The table that has grown most since its last ANALYZE, compared with its size, once that is what autovacuum waits for. */
const mostGrown = `select format('%I.%I', s.schemaname, s.relname) as name from pg_stat_user_tables s
  join pg_class c on c.oid = s.relid cross join lateral (select 50 + 0.1 * greatest(c.reltuples, 0) as rows) enough
  where s.n_mod_since_analyze > enough.rows order by s.n_mod_since_analyze / enough.rows desc limit 1`

/** Rows of a sample are 300 times this. With PostgreSQL's own 100, a large table keeps all others waiting for 160 ms. */
const sampled = 25

/** Runs ANALYZE on the table that has grown most. Answers which it was, or null if none has grown. */
export async function analyzeMostGrown(run: OwnerRun): Promise<string | null> {
  const name = (await run(mostGrown)).rows[0]?.name
  if (typeof name !== 'string') return null
  // Both are one transaction, as all that is sent at once, and end with it if one fails.
  await run(`set local default_statistics_target = ${sampled}; analyze ${name}`)
  return name
}

/**
 * Runs ANALYZE on what grows in the embedded database, one table at a time, since it has no autovacuum: a plan that was kept from
 * when a table was small would read all of it each time, until the night. Returns how this ends.
 */
export function analyzeGrown({ database, log }: Followed): () => Promise<void> {
  if (database.kind !== 'pglite') return () => Promise.resolve()
  const ending = new AbortController()
  const { signal } = ending
  const running = (async () => {
    let settledAt = -1
    while (await waited(signal)) {
      const { statements } = database.traffic
      if (statements === settledAt) continue
      try {
        // Others have their turn between two tables.
        while ((await database.asOwner(analyzeMostGrown)) && !signal.aborted);
        settledAt = statements
      } catch (error) {
        log.warn({ err: error }, 'a table that has grown could not be analyzed')
      }
    }
  })()
  return () => {
    ending.abort()
    return running
  }
}

/** Waits for the next time. False at the end. */
const waited = (signal: AbortSignal) =>
  pause(everyMs, true, { signal, ref: false }).catch((error: unknown) => {
    if (signal.aborted) return false
    throw error
  })
