import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#platform/api/period.ts'

// Called where it stands, the planner knows the zone and so how much a period holds; behind a subquery it would have to guess.
const midnight = (day: RawBuilder<unknown>) => sql<Date>`((${day})::timestamp at time zone app.time_zone())`

/** The instant at which a day ('2026-03-05') begins for the provider. */
export const startOfDay = (day: string): RawBuilder<Date> => midnight(sql`${day}::date`)

/** The instant at which a day ends. */
export const endOfDay = (day: string): RawBuilder<Date> => midnight(sql`${day}::date + 1`)

/** Conditions on a time: it lies on a day of the period, in the provider's calendar. None without a period. */
export function withinPeriod(time: RawBuilder<unknown>, { from, to }: Period): RawBuilder<boolean>[] {
  return [
    ...(from ? [sql<boolean>`${time} >= ${startOfDay(from)}`] : []),
    ...(to ? [sql<boolean>`${time} < ${endOfDay(to)}`] : []),
  ]
}

export function daysWithinPeriod(column: RawBuilder<unknown>, { from, to }: Period): RawBuilder<boolean>[] {
  return [...(from ? [sql<boolean>`${column} >= ${from}::date`] : []), ...(to ? [sql<boolean>`${column} <= ${to}::date`] : [])]
}
