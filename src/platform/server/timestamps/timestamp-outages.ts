import { system } from '#access/domain/actor.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/database.ts'

export interface TimestampOutage {
  readonly since: Date
  readonly reason: string
}

/** Availability of the time-stamp authority, shared by all servers. */
export interface TimestampOutages {
  current(): Promise<TimestampOutage | null>
  /** Records a failed request: starts or extends an outage. */
  record(reason: string): Promise<void>
  end(): Promise<void>
}

const maxReason = 300

/** Stored in the database per URL: a new authority starts without an outage. */
export function storedOutages(database: Pick<Database, 'asActor'>, clock: Clock, url: string): TimestampOutages {
  return {
    async current() {
      const row = await database.asActor(system, (tx) =>
        tx.selectFrom('timestamp_outages').select(['since', 'reason']).where('url', '=', url).executeTakeFirst(),
      )
      return row ?? null
    },
    async record(text) {
      const now = clock.now()
      const reason = text.slice(0, maxReason)
      await database.asActor(system, (tx) =>
        tx
          .insertInto('timestamp_outages')
          .values({ url, since: now, reason, checked_at: now })
          .onConflict((conflict) => conflict.column('url').doUpdateSet({ reason, checked_at: now }))
          .execute(),
      )
    },
    async end() {
      await database.asActor(system, (tx) => tx.deleteFrom('timestamp_outages').where('url', '=', url).execute())
    },
  }
}
