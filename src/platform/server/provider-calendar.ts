import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'

/**
 * The provider's time zone, whose calendar days and months in mails, files, exports and charts are. Read in each transaction that
 * needs it, so that a changed zone holds at once on every server.
 */
export async function providerZone(tx: Tx): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select app.time_zone() as zone`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('app.time_zone() returned no row')
  return row.zone
}

/** The same in SQL: read once per statement, however many rows it has. */
export const zoneInSql = sql<string>`(select app.time_zone())`

/** The day of an instant, in SQL. */
export const dayInSql = (at: Date) => sql<string>`(${at}::timestamptz at time zone ${zoneInSql})::date`

/** Formats are expensive to make; what they say depends on nothing but the zone. */
const formats = new Map<string, { readonly day: Intl.DateTimeFormat; readonly time: Intl.DateTimeFormat }>()

function formatsOf(timeZone: string) {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const entry = {
    day: new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }),
    time: new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }),
  }
  formats.set(timeZone, entry)
  return entry
}

/** '2026-03-05': the day in a time zone. */
export function isoDay(at: Date, zone: string): string {
  return formatsOf(zone).day.format(at)
}

/** '2026-03-05T14:30:00': the time of day in a time zone. */
export function isoTime(at: Date, zone: string): string {
  return formatsOf(zone).time.format(at).replace(' ', 'T')
}

/** Noon of a day ('2026-03-05') in a time zone: the moment that stands for a day without a time. */
export function noonOf(day: string, zone: string): Date {
  return hourOf(day, 12, zone)
}

/** A full hour of a day ('2026-03-05') in a time zone; one that summer time leaves out is the next one. */
export function hourOf(day: string, hour: number, zone: string): Date {
  const wanted = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const offset = (at: number) => Date.parse(`${isoTime(new Date(at), zone)}Z`) - at
  // The offset of the first is that of some hours before or after, when the clocks may have another one.
  const first = wanted - offset(wanted)
  const second = wanted - offset(first)
  return new Date(offset(second) === offset(first) ? second : Math.max(first, second))
}
