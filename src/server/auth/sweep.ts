import { sql } from 'kysely'
import type { Portal } from '../portal.ts'

/** Deletes expired sessions (with address and user agent) and abandoned challenges. */
export async function sweepSessions({ database, clock, config }: Pick<Portal, 'database' | 'clock' | 'config'>): Promise<void> {
  const now = clock.now()
  await sql`delete from auth.sessions
    where expires_at <= ${now} or created_at + make_interval(days => ${config.sessionDays}::int) <= ${now}`.execute(database.auth)
  await sql`delete from auth.verifications where expires_at <= ${now}`.execute(database.auth)
}
