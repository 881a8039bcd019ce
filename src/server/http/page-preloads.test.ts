import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pagePreloads } from './page-preloads.ts'

const folder = mkdtempSync(join(tmpdir(), 'passerelle-preloads-'))
mkdirSync(join(folder, '.vite'))
const manifest = {
  'index.html': { file: 'assets/index.js', css: ['assets/index.css'], imports: ['shared'] },
  shared: { file: 'assets/shared.js' },
  'auth/auth-page.tsx': { file: 'assets/auth.js', css: ['assets/auth.css'], imports: ['shared', 'form'] },
  form: { file: 'assets/form.js', imports: ['shared'] },
  'app/shell.tsx': { file: 'assets/shell.js' },
  'overview/overview-page.tsx': { file: 'assets/overview.js' },
  'leads/leads-page.tsx': { file: 'assets/leads.js' },
}
writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const filesOf = (links: string) => [...links.matchAll(/href="\/(assets\/[^"]+)"/g)].map((match) => match[1])

test('a page’s own files are named once, and none that the first module brings anyway', () => {
  const links = pagePreloads(folder)('/auth')
  expect(filesOf(links)).toEqual(['assets/auth.js', 'assets/auth.css', 'assets/form.js'])
  expect(links).toContain('<link rel="preload" as="style" href="/assets/auth.css" crossorigin>')
  expect(links).toContain('<link rel="preload" as="fetch" href="/api/session" crossorigin="anonymous">')
})

test('the longer beginning decides, and an address that only begins alike gets nothing', () => {
  const of = pagePreloads(folder)
  expect(filesOf(of('/dashboard'))).toEqual(['assets/shell.js', 'assets/overview.js'])
  expect(filesOf(of('/dashboard/leads'))).toEqual(['assets/shell.js', 'assets/leads.js'])
  for (const path of ['/authority', '/nowhere', '/api/session']) expect(of(path)).toBe('')
})

test('without a build nothing is promised', () => {
  expect(pagePreloads(join(folder, 'none'))('/')).toBe('')
})
