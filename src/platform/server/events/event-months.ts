import type { FastifyBaseLogger } from 'fastify'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import type { Portal } from '#platform/server/portal.ts'

/** Months that are made before they begin, so that a portal may fail to make them for as long. */
const monthsAhead = 3
/** Attaching a month waits for reads of old rows, and what comes after waits for it: it rather tries again. */
const lockTimeout = '1s'

type Months = Pick<Portal, 'database' | 'clock'>

/** Makes the partitions of `events` from this month on that are not there yet; returns how many. */
export async function makeEventMonths({ database, clock }: Months): Promise<number> {
  const now = clock.now()
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1))
  return database.asOwner(async (run) => {
    try {
      await run(`begin; set local role passerelle_owner; set local lock_timeout = '${lockTimeout}'`)
      const count = await makeMonths(run, now, last)
      await run('commit')
      return count
    } catch (error) {
      await run('rollback')
      throw error
    }
  })
}

/** Makes the months at start, without delaying it: a job repeats it every day, and the default partition takes the rest. */
export async function makeEventMonthsAtStart(portal: Months & { readonly log: FastifyBaseLogger }): Promise<void> {
  try {
    const count = await makeEventMonths(portal)
    if (count > 0) portal.log.info({ made: count }, 'months of events were made')
  } catch (error) {
    portal.log.warn({ err: error }, 'the months of events could not be made yet: the daily job tries again')
  }
}

/** Makes the months of these days in the open transaction, which runs as the tables' owner. */
export async function makeMonths(run: OwnerRun, first: Date, last: Date): Promise<number> {
  const { rows } = await run('select app.make_event_months($1::text::date, $2::text::date) as made', [dayOf(first), dayOf(last)])
  return Number(rows[0]?.made)
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** The earliest time that the id of an event may have; earlier events lie in the default partition. */
const earliest = Date.UTC(2020, 0, 1)

/** The months of ids in ascending order; null if they are not times of events until `now`. */
export function monthsOfIds(ids: readonly string[], now: Date): { readonly first: Date; readonly last: Date } | null {
  const times = ids.map(timeOfId).filter((time) => time >= earliest && time <= now.getTime())
  const [first, last] = [times[0], times.at(-1)]
  return first === undefined || last === undefined ? null : { first: new Date(first), last: new Date(last) }
}

/** Milliseconds since 1970 that a UUIDv7 begins with. */
const timeOfId = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
