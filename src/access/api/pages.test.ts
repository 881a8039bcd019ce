import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagePaths } from '#access/domain/page-paths.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { firstReadAddresses } from '#portal/api/first-reads.ts'
import { firstReads, portal, portalPages } from './pages.ts'
import { visitorPages } from './visitor-pages.ts'

test.each([
  ['router', visitorPages],
  ['portal-routes', portalPages],
])('every page in the table exists, and %s imports it under its name', (name, pages) => {
  const routes = readFileSync(`src/portal/web/${name}.tsx`, 'utf8').replaceAll(/\s+/g, ' ')
  for (const { module } of pages) {
    expect(existsSync(`src/${module}`), module).toBe(true)
    const specifier = module.startsWith('portal/web/') ? module.replace('portal/web/', './') : `#${module}`
    expect(routes).toContain(`'${module}': () => import('${specifier}')`)
  }
})

test('pages inside and outside the dashboard are told apart by their address', () => {
  for (const { path } of portalPages) expect(path).toMatch(/^\/dashboard(\/|$)/)
  for (const { path } of visitorPages) expect(path).not.toMatch(/^\/dashboard/)
})

test('the table has each address once, and no other', () => {
  expect(portalPages.map(({ path }) => path).toSorted()).toEqual(Object.values(pagePaths).toSorted())
  expect(visitorPages.map(({ path }) => path).toSorted()).toEqual(Object.values(visitorPaths).toSorted())
})

test('every page with its own first reads prefetches them', () => {
  // The routes of the portal are the module that the server hints; the shell in it prefetches.
  for (const { module, reads } of [{ ...portal, module: 'portal/web/shell/shell.tsx' }, ...portalPages, ...visitorPages]) {
    const source = readFileSync(`src/${module}`, 'utf8')
    const own = reads.filter((read) => read !== 'session' && read !== 'settings')
    for (const read of own) expect(source, module).toMatch(new RegExp(`export const prefetch = \\{[^}]*${read}:`))
    if (own.length === 0) expect(source, module).not.toContain('export const prefetch')
  }
})

test('prefetched reads are limited to those that the server allows', () => {
  const reads = ['session', 'settings', 'standing', 'board'] as const
  const partner = { role: 'partner' as const, staffRole: null, contractSigned: true }
  expect(firstReads(reads, null)).toEqual(['session', 'settings'])
  expect(firstReads(reads, partner)).toEqual([...reads])
  expect(firstReads(reads, { ...partner, contractSigned: false })).toEqual(['session', 'settings', 'standing'])
  expect(firstReads(reads, { role: 'admin', staffRole: 'viewer', contractSigned: false })).toEqual([
    'session',
    'settings',
    'board',
  ])
  expect(firstReadAddresses.standing).toBe('/api/me/standing')
})
