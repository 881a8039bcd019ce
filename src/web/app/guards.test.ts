import { describe, expect, test } from 'vitest'
import type { Me } from '#api/auth.ts'
import { contrast, accentPalette } from '#web/ui/accent.ts'
import { longDate, relativeDate, shortDate } from '#web/ui/dates.ts'
import { redirectFor } from './guards.ts'
import { isActive, isGated } from './menus.ts'

const person = (role: Me['role']): Me => ({
  id: '1',
  email: 'a@b.fr',
  fullName: 'A',
  company: '',
  role,
  contractSigned: true,
  twoFactorEnabled: false,
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

test('dates have the French format', () => {
  expect(shortDate('2026-03-05T12:00:00Z')).toBe('05/03/2026')
  expect(longDate('2026-03-05T12:00:00Z')).toMatch(/^5 mars 2026 à \d\d:\d\d$/)
  const now = new Date('2026-03-05T12:00:00Z')
  expect(relativeDate('2026-03-04T11:00:00Z', now)).toBe('hier')
  expect(relativeDate('2026-03-05T09:00:00Z', now)).toBe('il y a 3 heures')
  expect(relativeDate('2026-03-05T11:59:40Z', now)).toBe('à l’instant')
})
