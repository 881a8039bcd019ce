import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstLeads } from '#api/leads.ts'
import { leadStatuses } from '#domain/leads.ts'
import type { Reader } from './session.ts'

interface Built {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}

const shell = 'app/shell.tsx'
/** The modules that draw what is seen first at an address; longer beginnings come first. */
const firstModules = [
  ['/dashboard/leads', [shell, 'leads/leads-page.tsx']],
  ['/dashboard/commissions', [shell, 'commissions/commissions-page.tsx']],
  ['/dashboard/status', [shell, 'tiers/status-page.tsx']],
  ['/dashboard/contract', [shell, 'contracts/partner/contract-page.tsx']],
  ['/dashboard/resources', [shell, 'resources/resources-page.tsx']],
  ['/dashboard/payment-info', [shell, 'payments/payment-info-page.tsx']],
  ['/dashboard/partners', [shell, 'partners/partners-page.tsx']],
  ['/dashboard/admin-leads', [shell, 'leads/admin-leads-page.tsx']],
  ['/dashboard/admin-contracts', [shell, 'contracts/list/admin-contracts-page.tsx']],
  ['/dashboard/admin-commissions', [shell, 'commissions/admin-commissions-page.tsx']],
  ['/dashboard/admin-resources', [shell, 'resources/admin-resources-page.tsx']],
  ['/dashboard', [shell, 'overview/overview-page.tsx']],
  ['/auth', ['auth/auth-page.tsx']],
  ['/verify', ['verify/verify-page.tsx']],
  ['/', ['landing/landing-page.tsx']],
] as const

/** What every page asks first. */
const asksFirst = ['/api/session', '/api/settings']
const board = ['/api/leads/summary', ...leadStatuses.map((status) => `/api/leads?status=${status}&limit=${firstLeads}`)]
/** What pages show at once to whom, asked for as their modules ask. */
function showsFirst(path: string, { role, contractSigned }: Reader): readonly string[] {
  if (role === 'admin') return { '/dashboard': ['/api/overview'], '/dashboard/admin-leads': board }[path] ?? []
  const shows = { '/dashboard': ['/api/overview'], '/dashboard/leads': contractSigned ? board : [] }[path]
  return shows ? ['/api/me/standing', ...shows] : []
}

export interface PageRequest {
  readonly path: string
  /** For the style elements of the component library. */
  readonly nonce: string
  /** Who is signed in; null for nobody, or for a page that asks for something else. */
  readonly reader: Reader | null
}

/** The one page that every address of the browser's gets. */
export interface Page {
  /** Sources for the security policy's `script-src`: the hashes of the scripts that stand in the page itself. */
  readonly scriptHashes: readonly string[]
  /**
   * The page for an address. Its links make a browser load the address's own modules and first answers together with the
   * first module, instead of after it has run: round trips less before something is seen.
   */
  html(request: PageRequest): string
}

/** Reads what was built into the folder; null when nothing was. */
export function openPage(folder: string): Page | null {
  const indexFile = join(folder, 'index.html')
  if (!existsSync(indexFile)) return null
  const index = readFileSync(indexFile, 'utf8')
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Built>
  const named = (file: string) => index.includes(`"/${file}"`)
  const pages = firstModules.map(([start, modules]) => {
    const files = closure(manifest, modules).filter((each) => !named(each))
    return { start, links: files.map(linkTo).join('') + asksFirst.map(answerAt).join('') }
  })
  const linksFor = (path: string, reader: Reader | null) => {
    const page = pages.find(({ start }) => path === start || (start !== '/' && path.startsWith(`${start}/`)))
    if (!page) return ''
    return page.links + (reader ? showsFirst(path, reader).map(answerAt).join('') : '')
  }
  const inPage = [...index.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  return {
    scriptHashes: inPage.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`),
    html: ({ path, nonce, reader }) =>
      index.replaceAll('__CSP_NONCE__', nonce).replace('</head>', `${linksFor(path, reader)}</head>`),
  }
}

/** Every file that the modules need before they can run. */
function closure(manifest: Readonly<Record<string, Built>>, modules: readonly string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const take = (name: string) => {
    const built = manifest[name]
    if (!built || seen.has(name)) return
    seen.add(name)
    files.add(built.file)
    for (const style of built.css ?? []) files.add(style)
    for (const each of built.imports ?? []) take(each)
  }
  for (const each of modules) take(each)
  return [...files]
}

function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" href="/${file}" crossorigin>`
    : `<link rel="modulepreload" href="/${file}" fetchpriority="low" crossorigin>`
}

function answerAt(path: string): string {
  return `<link rel="preload" as="fetch" href="${path.replaceAll('&', '&amp;')}" crossorigin="anonymous">`
}
