import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Reader } from '#access/server/session.ts'
import { openPage } from './page.ts'

const folder = mkdtempSync(join(tmpdir(), 'passerelle-page-'))
mkdirSync(join(folder, '.vite'))
const manifest = {
  shared: { file: 'assets/shared.js' },
  'src/accounts/auth/web/auth-page.tsx': { file: 'assets/auth.js', css: ['assets/auth.css'], imports: ['shared', 'form'] },
  form: { file: 'assets/form.js', imports: ['shared'] },
  'src/portal/web/portal-routes.tsx': { file: 'assets/portal-routes.js' },
  'src/overview/web/overview-page.tsx': { file: 'assets/overview.js' },
  'src/overview/web/admin-overview.tsx': { file: 'assets/admin.js', imports: ['shared'] },
  'src/leads/pages/web/leads-page.tsx': { file: 'assets/leads.js' },
}
const script = "document.title = 'é'"
const index =
  `<head><meta content="__CSP_NONCE__"><script>${script}</script><script type="module" ` +
  'src="/assets/shared.js"></script></head><p>Chargement…</p>'
writeFileSync(join(folder, '.vite/manifest.specified-fr.json'), JSON.stringify(manifest))
writeFileSync(join(folder, 'index.specified-fr.html'), index)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pageAt = (path: string, reader: Reader | null = null) =>
  openPage(folder, 'specified-fr')?.html({ path, nonce: 'n0nce', reader }) ?? ''
const preloadedAt = (path: string, reader: Reader | null = null) =>
  [...pageAt(path, reader).matchAll(/<link [^>]*href="\/(assets\/[^"]+)"/g)].map(([, file]) => file)

test('a page’s preloads are listed once, without those that the HTML names', () => {
  expect(preloadedAt('/auth')).toEqual(['assets/auth.js', 'assets/auth.css', 'assets/form.js'])
  expect(pageAt('/auth')).toContain('<link rel="preload" as="style" href="/assets/auth.css" crossorigin>')
  expect(pageAt('/auth')).toContain('<link rel="preload" as="fetch" href="/api/session" crossorigin="anonymous">')
})

test('the longest path prefix wins, and a path that only shares letters gets no preloads', () => {
  expect(preloadedAt('/dashboard')).toEqual(['assets/portal-routes.js', 'assets/overview.js'])
  expect(preloadedAt('/dashboard/leads')).toEqual(['assets/portal-routes.js', 'assets/leads.js'])
  for (const path of ['/authority', '/nowhere']) expect(pageAt(path)).toBe(index.replace('__CSP_NONCE__', 'n0nce'))
})

const admin: Reader = { role: 'admin', staffRole: 'administrator', contractSigned: false, language: 'specified' }
const partner: Reader = { role: 'partner', staffRole: null, contractSigned: true, language: 'specified' }

test('a signed-in visitor’s page preloads its data', () => {
  const preloads = (page: string) => [...page.matchAll(/as="fetch" href="([^"]+)"/g)].map(([, address]) => address)
  const always = ['/api/session', '/api/settings']
  expect(preloads(pageAt('/dashboard'))).toEqual(always)
  const ofStaff = ['/api/overview', '/api/overview/tasks']
  expect(preloads(pageAt('/dashboard', admin))).toEqual([...always, ...ofStaff, '/api/setup-checklist'])
  expect(preloads(pageAt('/dashboard', { ...admin, staffRole: 'viewer' }))).toEqual([...always, ...ofStaff])
  expect(preloadedAt('/dashboard', admin)).toEqual(['assets/portal-routes.js', 'assets/overview.js', 'assets/admin.js'])
  const own = ['/api/me/standing', '/api/overview', '/api/overview/to-do', '/api/overview/coming']
  expect(preloads(pageAt('/dashboard', partner))).toEqual([...always, ...own])
  expect(preloads(pageAt('/dashboard/leads', partner))).toContain('/api/leads/board?columns=all&amp;limit=13')
  expect(preloads(pageAt('/dashboard/leads', admin))).toEqual(always)
  expect(preloads(pageAt('/dashboard/leads', { ...partner, contractSigned: false }))).toEqual([...always, '/api/me/standing'])
})

test('a signed-in reader of a visitors’ page gets the preloads of the dashboard, where it redirects', () => {
  for (const path of ['/', '/auth']) expect(pageAt(path, partner)).toBe(pageAt('/dashboard', partner))
  expect(pageAt('/reset', partner)).toBe(pageAt('/reset'))
})

test('only pages that redirect a signed-in reader depend on the reader', () => {
  const page = openPage(folder, 'specified-fr')
  const depending = ['/', '/auth', '/reset', '/verify', '/dashboard', '/dashboard/leads', '/nowhere']
  expect(depending.filter((path) => page?.dependsOnReader(path))).toEqual(['/', '/auth', '/dashboard', '/dashboard/leads'])
})

test('inline scripts are allowed by hash, files are not', () => {
  const hash = createHash('sha256').update(script, 'utf8').digest('base64')
  expect(openPage(folder, 'specified-fr')?.scriptHashes).toEqual([`'sha256-${hash}'`])
})

test('without a build no page is served', () => {
  expect(openPage(join(folder, 'none'), 'specified-fr')).toBeNull()
})
