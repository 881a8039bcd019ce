import { describe, expect, test } from 'vitest'
import type { Me } from '#platform/api/session.ts'
import { contrast, accentPalette } from '#platform/web/ui/accent.ts'
import { dayInputText, longDate, relativeDate, shortDate } from '#platform/web/ui/dates.ts'
import { showTimeZone } from '#platform/web/ui/time-zone.ts'
import { redirectFor } from './guards.ts'
import { isActive, isGated } from './menus.ts'

const person = (role: Me['role']): Me => ({
  id: '1',
  email: 'a@b.fr',
  fullName: 'A',
  company: '',
  role,
  staffRole: role === 'admin' ? 'administrator' : null,
  contractSigned: true,
  twoFactorEnabled: false,
  hasAnnouncement: false,
  view: null,
})

describe('redirects', () => {
  test.each([
    [null, 'everybody', '/auth'],
    [null, 'admins', '/auth'],
    [person('partner'), 'admins', '/dashboard'],
    [person('partner'), 'partners', null],
    [person('admin'), 'partners', '/dashboard'],
    [person('admin'), 'admins', null],
    [person('partner'), 'everybody', null],
  ] as const)('%o on a page for %s', (me, page, elsewhere) => expect(redirectFor(me, page)).toBe(elsewhere))
})

test('a menu entry is active below its path, /dashboard only on itself', () => {
  expect(isActive('/dashboard', '/dashboard/leads')).toBe(false)
  expect(isActive('/dashboard', '/dashboard')).toBe(true)
  expect(isActive('/dashboard/leads', '/dashboard/leads/42')).toBe(true)
})

test('the contract lock covers the entries that the menu locks', () => {
  const gated = ['leads', 'commissions', 'status', 'payment-info', 'resources']
  for (const page of gated) expect(isGated(`/dashboard/${page}`)).toBe(true)
  for (const path of ['/dashboard', '/dashboard/contract']) expect(isGated(path)).toBe(false)
})

test.each(['#1f4d3f', '#ffee00', '#ffffff', '#000000', '#ff0000', 'nonsense'])(
  'text on any accent colour is legible: %s',
  (colour) => {
    const palette = accentPalette(colour)
    expect(palette).toHaveLength(10)
    expect(contrast(palette[8] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette[8] ?? '', '#faf9f6')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette[7] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
  },
)

test('dates are those of the provider’s time zone, wherever the reader is', () => {
  const midnight = '2026-12-31T23:30:00Z'
  const shown = (zone: string) => {
    showTimeZone(zone)
    return [shortDate(midnight), longDate(midnight), dayInputText(new Date(midnight))]
  }
  expect(shown('America/Martinique')).toEqual(['31/12/2026', '31 décembre 2026 à 19:30', '2026-12-31'])
  expect(shown('Pacific/Auckland')).toEqual(['01/01/2027', '1 janvier 2027 à 12:30', '2027-01-01'])
  expect(shown('Europe/Paris')).toEqual(['01/01/2027', '1 janvier 2027 à 00:30', '2027-01-01'])
})

test('dates have the French format', () => {
  expect(shortDate('2026-03-05T12:00:00Z')).toBe('05/03/2026')
  expect(longDate('2026-03-05T12:00:00Z')).toMatch(/^5 mars 2026 à \d\d:\d\d$/)
  const now = new Date('2026-03-05T12:00:00Z')
  expect(relativeDate('2026-03-04T11:00:00Z', now)).toBe('hier')
  expect(relativeDate('2026-03-05T09:00:00Z', now)).toBe('il y a 3 heures')
  expect(relativeDate('2026-03-05T11:59:40Z', now)).toBe('à l’instant')
})
