import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstReads, mayOpen, type PageEntry, portal, portalPages } from '#access/api/pages.ts'
import { visitorPages } from '#access/api/visitor-pages.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import type { Reader } from '#access/server/session.ts'
import { firstReadAddresses } from '#portal/api/first-reads.ts'

interface Built {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}

export interface PageRequest {
  readonly path: string
  /** Nonce for style elements of the component library. */
  readonly nonce: string
  /** The signed-in reader; null without one, or for a page that does not depend on the reader. */
  readonly reader: Reader | null
}

/** The HTML page for all browser routes. */
export interface Page {
  /** Sources for the security policy's `script-src`: the hashes of the scripts that stand in the page itself. */
  readonly scriptHashes: readonly string[]
  /**
   * The page for an address. Its links make a browser load the address's own modules and first answers together with the
   * first module, instead of after it has run: round trips less before something is seen.
   */
  html(request: PageRequest): string
  /** Whether the links of an address depend on who is signed in. */
  dependsOnReader(path: string): boolean
}

/** Loads the build of a reading from the folder; null if there is none. */
export function openPage(folder: string, reading: string): Page | null {
  const indexFile = join(folder, `index.${reading}.html`)
  if (!existsSync(indexFile)) return null
  const index = readFileSync(indexFile, 'utf8')
  const manifest = JSON.parse(readFileSync(join(folder, `.vite/manifest.${reading}.json`), 'utf8')) as Record<string, Built>
  const isInIndex = (file: string) => index.includes(`"/${file}"`)
  const entryOf = (page: PageEntry, ...modules: readonly string[]) => {
    const linksTo = (...all: readonly string[]) =>
      closure(manifest, all)
        .filter((each) => !isInIndex(each))
        .map(linkTo)
        .join('')
    const links = linksTo(...modules)
    return { ...page, links, staffLinks: page.staffModule ? linksTo(...modules, `src/${page.staffModule}`) : links }
  }
  const entries = [
    ...visitorPages.map((page) => entryOf(page, `src/${page.module}`)),
    ...portalPages.map((page) =>
      entryOf({ ...page, reads: [...portal.reads, ...page.reads] }, `src/${portal.module}`, `src/${page.module}`),
    ),
  ]
  // Who is signed in is redirected from the visitors' pages.
  const shownAt = (path: string, reader: Reader | null) =>
    reader && pageAt(entries, path)?.audience === 'visitors' ? pagePaths.home : path
  const linksFor = (path: string, reader: Reader | null) => {
    const page = pageAt(entries, path)
    if (!page) return ''
    const visitor = reader && mayOpen(reader.role, page.audience) ? reader : null
    return (
      (visitor?.role === 'admin' ? page.staffLinks : page.links) +
      firstReads(page.reads, visitor)
        .map((read) => linkToAnswer(firstReadAddresses[read]))
        .join('')
    )
  }
  const inPage = [...index.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  return {
    scriptHashes: inPage.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`),
    dependsOnReader: (path) => (pageAt(entries, path)?.audience ?? 'anybody') !== 'anybody',
    html: ({ path, nonce, reader }) => {
      const page = shownAt(path, reader)
      return index.replaceAll('__CSP_NONCE__', nonce).replace('</head>', `${linksFor(page, reader)}</head>`)
    },
  }
}

/** The page with the longest matching path prefix; a part that begins with a colon is any id. */
function pageAt<E extends PageEntry>(entries: readonly E[], path: string): E | undefined {
  const parts = path.split('/')
  const fitting = entries.filter((each) =>
    each.path === '/'
      ? path === '/'
      : each.path.split('/').every((part, at) => part === parts[at] || (part.startsWith(':') && Boolean(parts[at]))),
  )
  return fitting.toSorted((one, other) => other.path.length - one.path.length)[0]
}

/** All files the modules import statically. */
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
    : `<link rel="modulepreload" href="/${file}" crossorigin>`
}

function linkToAnswer(path: string): string {
  return `<link rel="preload" as="fetch" href="${path.replaceAll('&', '&amp;')}" crossorigin="anonymous">`
}
