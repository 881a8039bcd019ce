import { sql } from 'kysely'
import { contractLinkSeconds } from '#contracts/contracts/domain/contracts.ts'
import type { Portal } from '#platform/server/portal.ts'

/** Forgets sessions that have run out (with address and user agent), ends that no link asks about, and abandoned challenges. */
export async function sweepSessions({ database, clock, config }: Pick<Portal, 'database' | 'clock' | 'config'>): Promise<void> {
  const now = clock.now()
  await sql`select app.sweep_sessions(${now}, make_interval(days => ${config.sessionDays}::int),
    make_interval(secs => ${contractLinkSeconds}::int))`.execute(database.auth)
  await sql`delete from auth.verifications where expires_at <= ${now}`.execute(database.auth)
}
