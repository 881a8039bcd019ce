import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCalendarDay, isTargetDay, nextTargetDay } from './target-calendar.ts'

/** Good Fridays as python-dateutil computes them. */
const goodFridays = [
  '2024-03-29',
  '2025-04-18',
  '2026-04-03',
  '2027-03-26',
  '2028-04-14',
  '2029-03-30',
  '2030-04-19',
  '2031-04-11',
  '2032-03-26',
  '2033-04-15',
  '2034-04-07',
  '2035-03-23',
  '2036-04-11',
  '2037-04-03',
  '2038-04-23',
  '2049-04-16',
  '2076-04-17',
  '2079-04-21',
]

const later = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

test.each(goodFridays)('TARGET is closed from %s to Easter Monday', (friday) => {
  expect([-1, 0, 1, 2, 3, 4].map((days) => isTargetDay(later(friday, days)))).toEqual([true, false, false, false, false, true])
  expect(nextTargetDay(friday)).toBe(later(friday, 4))
})

test.each([
  ['2026-12-24', '2026-12-24'],
  ['2026-12-25', '2026-12-28'],
  ['2027-01-01', '2027-01-04'],
  ['2026-05-01', '2026-05-04'],
  ['2026-11-22', '2026-11-23'],
  ['2026-07-14', '2026-07-14'],
  ['2025-05-01', '2025-05-02'],
  ['2028-12-23', '2028-12-27'],
])('the execution day on or after %s is %s', (day, next) => expect(nextTargetDay(day)).toBe(next))

test('an execution day comes within five days, works, and is its own next one', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10)
      const next = nextTargetDay(day)
      expect(isTargetDay(next)).toBe(true)
      expect(nextTargetDay(next)).toBe(next)
      expect(next >= day && next <= later(day, 4)).toBe(true)
    }),
  )
})

test('days that do not exist are none', () => {
  expect(['2026-02-29', '2026-13-01', '2026-1-1', '', '2026-11-22T00:00', '0000-00-00'].some(isCalendarDay)).toBe(false)
  expect(isCalendarDay('2028-02-29')).toBe(true)
  expect(() => nextTargetDay('2026-02-29')).toThrow(RangeError)
})
