import { expect, test } from 'vitest'
import { dayInputText, longDate, relativeDate, shortDate } from './dates.ts'
import { showTimeZone } from './time-zone.ts'

test('dates are those of the provider’s time zone, wherever the reader is', () => {
  const midnight = '2026-12-31T23:30:00Z'
  const datesIn = (zone: string) => {
    showTimeZone(zone)
    return [shortDate(midnight), longDate(midnight), dayInputText(new Date(midnight))]
  }
  expect(datesIn('America/Martinique')).toEqual(['31/12/2026', '31 décembre 2026 à 19:30', '2026-12-31'])
  expect(datesIn('Pacific/Auckland')).toEqual(['01/01/2027', '1er janvier 2027 à 12:30', '2027-01-01'])
  expect(datesIn('Europe/Paris')).toEqual(['01/01/2027', '1er janvier 2027 à 00:30', '2027-01-01'])
})

test('dates have the French format', () => {
  expect(shortDate('2026-03-05T12:00:00Z')).toBe('05/03/2026')
  expect(longDate('2026-03-05T12:00:00Z')).toMatch(/^5 mars 2026 à \d\d:\d\d$/)
  const now = new Date('2026-03-05T12:00:00Z')
  expect(relativeDate('2026-03-04T11:00:00Z', now)).toBe('hier')
  expect(relativeDate('2026-03-05T09:00:00Z', now)).toBe('il y a 3 heures')
  expect(relativeDate('2026-03-05T11:59:40Z', now)).toBe('à l’instant')
})

test.each([
  // 47 hours before, and 25: the calendar decides which of them is yesterday.
  ['Europe/Paris', '2026-03-03T13:00:00Z', '2026-03-05T12:00:00Z', 'avant-hier'],
  ['Europe/Paris', '2026-03-04T11:00:00Z', '2026-03-05T12:00:00Z', 'hier'],
  // 47 hours are two days of the calendar but for the change of the clocks.
  ['Europe/Paris', '2026-03-27T23:30:00Z', '2026-03-29T22:30:00Z', 'avant-hier'],
  ['Europe/Paris', '2026-10-24T21:30:00Z', '2026-10-25T22:30:00Z', 'hier'],
  ['America/New_York', '2026-03-07T04:30:00Z', '2026-03-09T03:30:00Z', 'avant-hier'],
  ['America/New_York', '2026-11-01T03:30:00Z', '2026-11-02T04:45:00Z', 'hier'],
  // Both ends of the year.
  ['Europe/Paris', '2026-12-30T23:30:00Z', '2027-01-01T00:00:00Z', 'hier'],
  ['America/New_York', '2026-12-31T04:30:00Z', '2027-01-01T05:30:00Z', 'avant-hier'],
  ['Europe/Paris', '2026-02-24T12:00:00Z', '2026-03-05T12:00:00Z', 'il y a 1 semaine'],
  ['Europe/Paris', '2026-01-10T12:00:00Z', '2026-03-05T12:00:00Z', 'il y a 1 mois'],
])('in %s, %s is at %s: %s', (zone, at, now, said) => {
  showTimeZone(zone)
  expect(relativeDate(at, new Date(now))).toBe(said)
})
