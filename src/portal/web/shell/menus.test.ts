import { expect, test } from 'vitest'
import { isActive, isGated } from './menus.ts'

test('a menu entry is active below its path, /dashboard only on itself', () => {
  expect(isActive('/dashboard', '/dashboard/leads')).toBe(false)
  expect(isActive('/dashboard', '/dashboard')).toBe(true)
  expect(isActive('/dashboard/leads', '/dashboard/leads/42')).toBe(true)
})

test('the contract lock covers the entries that the menu locks', () => {
  const gated = ['leads', 'commissions', 'status', 'payment-info', 'resources', 'imports']
  for (const page of gated) expect(isGated(`/dashboard/${page}`)).toBe(true)
  for (const path of ['/dashboard', '/dashboard/contract']) expect(isGated(path)).toBe(false)
})
