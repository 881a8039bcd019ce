import { type RawBuilder, sql } from 'kysely'

// Called where it stands, the planner knows the zone and so how much a period holds; behind a subquery it would have to guess.
const midnight = (day: RawBuilder<unknown>) => sql<Date>`((${day})::timestamp at time zone app.time_zone())`

/** The instant at which a day ('2026-03-05') begins for the provider. */
export const startOfDay = (day: string): RawBuilder<Date> => midnight(sql`${day}::date`)

/** The instant at which a day ends. */
export const endOfDay = (day: string): RawBuilder<Date> => midnight(sql`${day}::date + 1`)

/** The instant at which the day of an instant ends. */
export const endOfToday = (now: Date | RawBuilder<Date>): RawBuilder<Date> =>
  midnight(sql`(${now}::timestamptz at time zone app.time_zone())::date + 1`)

/** The conditions of a period: a time lies on one of its days, in the provider's calendar. */
export const withinPeriod = (time: RawBuilder<unknown>) => ({
  from: (day: string) => sql<boolean>`${time} >= ${startOfDay(day)}`,
  to: (day: string) => sql<boolean>`${time} < ${endOfDay(day)}`,
})

/** The same of a day. */
export const daysWithinPeriod = (column: RawBuilder<unknown>) => ({
  from: (day: string) => sql<boolean>`${column} >= ${day}::date`,
  to: (day: string) => sql<boolean>`${column} <= ${day}::date`,
})
