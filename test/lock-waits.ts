import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/server/db/database.ts'
import type { OwnerRun } from '#platform/server/db/driver.ts'

/** How many transactions on this PostgreSQL database wait for a lock. */
export function lockWaits(database: Pick<Database, 'asOwner'>): Promise<number> {
  return database.asOwner(lockWaitsSeenBy)
}

async function lockWaitsSeenBy(run: OwnerRun): Promise<number> {
  const { rows } = await run(`
    select count(distinct l.pid)::int as waits from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database() and a.backend_type = 'client backend'`)
  return Number(rows[0]?.waits)
}

/** Waits until something is there: 15 s at most. `what` it is, for the error. */
export async function until(isThere: () => Promise<boolean> | boolean, what: () => string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isThere()) return
    await pause(25)
  }
  throw new Error(`no ${what()}`)
}

/**
 * Starts each piece of work while somebody else has this payout locked, one behind the other, and lets them go on in this order:
 * so each has read what it reads before it locks, and finds what the one before it has done.
 */
export async function inTurn<T>(
  database: Pick<Database, 'asOwner'>,
  payoutId: string,
  work: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: onLock } = Promise.withResolvers<void>()
  const holder = database.asOwner(async (run) => {
    await run('begin')
    await run('select 1 from payouts where id = $1 for update', [payoutId])
    onLock()
    await held
    await run('rollback')
  })
  await locked
  const started: Promise<T>[] = []
  // The work is another one's than that of the connection that looks on.
  const outside = AsyncLocalStorage.snapshot()
  try {
    // One connection looks on: to open one takes longer than to look.
    await database.asOwner(async (run) => {
      for (const each of work) {
        started.push(outside(each))
        await until(
          async () => (await lockWaitsSeenBy(run)) === started.length,
          () => `wait of the ${started.length}. for its lock`,
        )
      }
    })
  } finally {
    release()
    await holder
  }
  return Promise.all(started)
}
