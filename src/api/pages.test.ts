import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { firstReadAddresses } from './first-reads.ts'
import { firstReads, pages, shell } from './pages.ts'

test('every page in the table exists and the router imports it under its name', () => {
  const router = readFileSync('src/web/app/router.tsx', 'utf8')
  for (const { module } of [shell, ...pages]) {
    expect(existsSync(`src/web/${module}`), module).toBe(true)
    const from = module.startsWith('app/') ? module.replace('app/', './') : `../${module}`
    expect(router).toContain(`'${module}': () => import('${from}')`)
  }
})

test('every page with its own first reads prefetches them', () => {
  for (const { module, reads } of [shell, ...pages]) {
    const source = readFileSync(`src/web/${module}`, 'utf8')
    const own = reads.filter((read) => read !== 'session' && read !== 'settings')
    for (const read of own) expect(source, module).toMatch(new RegExp(`export const prefetch = \\{[^}]*${read}:`))
    if (own.length === 0) expect(source, module).not.toContain('export const prefetch')
  }
})

test('prefetched reads are limited to those that the server allows', () => {
  const reads = ['session', 'settings', 'standing', 'board'] as const
  const partner = { role: 'partner' as const, contractSigned: true }
  expect(firstReads(reads, null)).toEqual(['session', 'settings'])
  expect(firstReads(reads, partner)).toEqual([...reads])
  expect(firstReads(reads, { ...partner, contractSigned: false })).toEqual(['session', 'settings', 'standing'])
  expect(firstReads(reads, { role: 'admin', contractSigned: false })).toEqual(['session', 'settings', 'board'])
  expect(firstReadAddresses.standing).toBe('/api/me/standing')
})
