import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Built {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}

/** The module that draws what is seen first at an address; longer beginnings come first. */
const firstModules = [
  ['/dashboard/leads', ['app/shell.tsx', 'leads/leads-page.tsx']],
  ['/dashboard/admin-leads', ['app/shell.tsx', 'leads/admin-leads-page.tsx']],
  ['/dashboard', ['app/shell.tsx', 'overview/overview-page.tsx']],
  ['/auth', ['auth/auth-page.tsx']],
  ['/verify', ['verify/verify-page.tsx']],
  ['/', ['landing/landing-page.tsx']],
] as const

/** What every page asks first; the browser gets it while the first module is on its way. */
const firstAnswers = ['/api/session', '/api/settings']
  .map((path) => `<link rel="preload" as="fetch" href="${path}" crossorigin="anonymous">`)
  .join('')

/**
 * Links that make a browser load the page's own modules together with the first one, instead of after it has run: one
 * round trip less before something is seen. Empty without a build.
 */
export function pagePreloads(folder: string): (path: string) => string {
  const manifestFile = join(folder, '.vite/manifest.json')
  if (!existsSync(manifestFile)) return () => ''
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Built>
  const known = new Set<string>(closure(manifest, ['index.html']))
  const links = firstModules.map(([start, modules]) => {
    const files = closure(manifest, modules).filter((each) => !known.has(each))
    return [start, firstAnswers + files.map(linkTo).join('')] as const
  })
  return (path) => links.find(([start]) => path === start || (start !== '/' && path.startsWith(`${start}/`)))?.[1] ?? ''
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
    : `<link rel="modulepreload" href="/${file}" crossorigin>`
}
