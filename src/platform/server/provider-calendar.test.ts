import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { isTimeZone } from '#platform/domain/time-zones.ts'
import { timeZones } from '#provider/programme/server/time-zones.ts'
import { databaseKinds, freshDatabase } from '#test/databases.ts'
import { hourOf, isoDay, isoTime, noonOf } from './provider-calendar.ts'

test.each([
  ['2026-12-31T22:59:59Z', '2026-12-31', 'Europe/Paris'],
  ['2026-12-31T23:00:00Z', '2027-01-01', 'Europe/Paris'],
  ['2026-06-30T21:59:59Z', '2026-06-30', 'Europe/Paris'],
  ['2026-06-30T22:00:00Z', '2026-07-01', 'Europe/Paris'],
  ['2027-01-01T03:59:59Z', '2026-12-31', 'America/Martinique'],
  ['2026-12-31T10:59:59Z', '2026-12-31', 'Pacific/Auckland'],
  ['2026-12-31T11:00:00Z', '2027-01-01', 'Pacific/Auckland'],
  ['2026-12-31T20:00:00Z', '2027-01-01', 'Indian/Reunion'],
])('%s is on %s in %s', (at, day, zone) => expect(isoDay(new Date(at), zone)).toBe(day))

test.each(['Europe/Paris', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])('%s is a time zone', (name) =>
  expect(isTimeZone(name)).toBe(true),
)
test.each(['', '+03:00', 'Europe/Atlantis', 'Paris', "Europe/Paris'; select 1"])('%s is none', (name) =>
  expect(isTimeZone(name)).toBe(false),
)

const zones = ['Europe/Paris', 'America/Martinique', 'Indian/Reunion', 'Pacific/Auckland', 'Pacific/Noumea', 'America/St_Johns']
const someZone = fc.constantFrom(...zones)
const someTime = fc.date({ min: new Date('2016-01-01T00:00:00Z'), max: new Date('2035-12-31T23:59:59Z'), noInvalidDate: true })
/** Within a day of the edge of a month, where zones differ, or of a change of the clocks. */
const edge = fc
  .tuple(fc.integer({ min: 0, max: 239 }), fc.integer({ min: -86_400_000, max: 86_400_000 }))
  .map(([month, off]) => new Date(Date.UTC(2016, month, 1) + off))

test('noon of a day is on that day, in every zone and across changes of the clocks', () => {
  fc.assert(
    fc.property(fc.oneof(someTime, edge), someZone, (at, zone) => {
      const day = isoDay(at, zone)
      expect(isoDay(noonOf(day, zone), zone)).toBe(day)
    }),
  )
})

const changes = [
  ['2026-03-29', 'Europe/Paris', 2, '03'],
  ['2026-10-25', 'Europe/Paris', null, ''],
  ['2026-03-08', 'America/New_York', 2, '03'],
  ['2026-11-01', 'America/New_York', null, ''],
  ['2026-03-28', 'America/Nuuk', 23, '00'],
  ['2026-10-24', 'America/Nuuk', null, ''],
] as const

test.each(changes)('every hour of %s in %s is the one of its clocks', (day, zone, skipped, next) => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const read = hours.map((hour) => isoTime(hourOf(day, hour, zone), zone).slice(11))
  expect(read).toEqual(hours.map((hour) => `${hour === skipped ? next : String(hour).padStart(2, '0')}:00:00`))
})

test('an hour is read back from its moment, in every zone, on days around the changes of the clocks too', () => {
  fc.assert(
    fc.property(fc.oneof(someTime, edge), fc.integer({ min: 4, max: 22 }), someZone, (at, hour, zone) => {
      const day = isoDay(at, zone)
      expect(isoTime(hourOf(day, hour, zone), zone)).toBe(`${day}T${String(hour).padStart(2, '0')}:00:00`)
    }),
  )
})

describe.each(databaseKinds('every'))('time zones on %s', (databaseKind) => {
  test('SQL and TypeScript agree about the day and the month of every instant, and about the zones there are', async () => {
    const database = await freshDatabase(databaseKind)
    const samples = fc.sample(fc.tuple(fc.oneof(someTime, edge, edge), someZone), 2000)
    const [times, names] = [samples.map(([at]) => at.toISOString()), samples.map(([, zone]) => zone)]
    const { rows } = await database.database.asOwner((run) =>
      run(
        `select app.month_of(at, zone)::text as month, (at at time zone zone)::date::text as day
          from unnest($1::timestamptz[], $2::text[]) with ordinality given(at, zone, place) order by place`,
        [times, names],
      ),
    )
    const databaseZones = await database.database.asActor(system, timeZones)
    await database.close()
    const expected = samples.map(([at, zone]) => ({ month: `${isoDay(at, zone).slice(0, 7)}-01`, day: isoDay(at, zone) }))
    expect(rows).toEqual(expected)
    expect(databaseZones.length).toBeGreaterThan(300)
    expect(databaseZones).toEqual(expect.arrayContaining([...zones, 'UTC']))
    expect(databaseZones.filter((name) => !isTimeZone(name))).toEqual([])
  })
})
