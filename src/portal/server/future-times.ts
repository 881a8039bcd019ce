import { type RawBuilder, sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { sessionSeconds } from '#access/server/session-age.ts'
import { signingCode } from '#contracts/contracts/domain/signing.ts'
import type { Portal } from '#platform/server/portal.ts'

/** Tolerated clock difference between servers. */
const skewMs = 300_000
/** The auth library locks the second factor for 15 minutes. */
const twoFactorLockMs = 900_000
/** Check interval of a running server, so that a corrected clock needs no restart. */
const everyMs = 600_000

/**
 * Resets timestamps that a fast clock left in the future. Otherwise jobs, housekeeping, codes, newest contracts and sessions
 * would be stuck until the clock reaches them again.
 */
export async function endFutureTimes(portal: Pick<Portal, 'database' | 'clock' | 'log'>): Promise<void> {
  const now = portal.clock.now()
  const late = new Date(now.getTime() + skewMs)
  const after = (milliseconds: number) => new Date(late.getTime() + milliseconds)
  const run = async (statements: readonly RawBuilder<unknown>[], executor: Parameters<RawBuilder<unknown>['execute']>[0]) => {
    let changed = 0n
    for (const statement of statements) changed += (await statement.execute(executor)).numAffectedRows ?? 0n
    return changed
  }
  const ofSignIn = await run(
    [
      sql`update auth.sessions set updated_at = ${now}, created_at = least(created_at, ${now}),
          expires_at = least(expires_at, ${new Date(now.getTime() + sessionSeconds * 1000)})
        where updated_at > ${late} or created_at > ${late}`,
      sql`update auth.two_factors set locked_until = null where locked_until > ${after(twoFactorLockMs)}`,
    ],
    portal.database.auth,
  )
  const ofProduct = await portal.database.asActor(system, (tx) =>
    run(
      [
        ...[sql.table('signing_codes'), sql.table('countersign_codes')].map(
          (
            codes,
          ) => sql`update ${codes} set created_at = ${now}, expires_at = least(expires_at, ${after(signingCode.minutes * 60_000)})
            where created_at > ${late}`,
        ),
        sql`update contracts set created_at = ${now} where created_at > ${late}`,
      ],
      tx,
    ),
  )
  const { rows } = await portal.database.runAsJobs(ofJobs)
  const changed = Number(ofSignIn + ofProduct) + rows.length
  if (changed > 0) portal.log.warn({ changed }, 'times that lay in the future were set to now: a clock was wrong for a while')
}

/**
 * The queue's own times are the database's. A job that was added by a clock ahead keeps the pause that it was added with; a retry
 * waits no longer than its attempts allow, nothing as long as a day, which webhooks nearly do. What the queue notes of its
 * housekeeping is never ahead. Its columns of that kind change with the library, so they are asked for.
 */
const ofJobs = `
  update pgboss.job set created_on = least(created_on, now()), start_after = now() + case
      when state = 'created' and created_on > now() then least(start_after - created_on, interval '1 day') else '0' end
    where state < 'active' and start_after > now() + interval '5 minutes' + case
      when state = 'retry' then least(make_interval(secs => retry_delay_max), make_interval(secs => greatest(retry_delay, 1)
        * case when retry_backoff then 2 ^ least(16, retry_count + 1) else 1 end))
      when created_on > now() + interval '5 minutes' then '0'
      else interval '1 day' end
    returning id;
  update pgboss.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
    where state = 'active' and greatest(started_on, heartbeat_on) > now() + interval '5 minutes' returning id;
  do $$
  declare
    housekeeping record;
  begin
    for housekeeping in
      select attrelid::regclass as "table", attname as "column" from pg_attribute
      where attrelid in ('pgboss.version'::regclass, 'pgboss.queue'::regclass) and atttypid = 'timestamptz'::regtype
      and attnum > 0
        and not attisdropped
    loop
      execute format('update %1$s set %2$I = now() where %2$I > now() + interval ''5 minutes''', housekeeping."table",
      housekeeping."column");
    end loop;
  end $$`

/** Checks now and periodically; returns a function that stops it. */
export async function watchFutureTimes(portal: Pick<Portal, 'database' | 'clock' | 'log'>): Promise<() => void> {
  await endFutureTimes(portal)
  const timer = setInterval(() => {
    endFutureTimes(portal).catch((error) => portal.log.warn({ err: error }, 'times in the future could not be looked for'))
  }, everyMs).unref()
  return () => clearInterval(timer)
}
