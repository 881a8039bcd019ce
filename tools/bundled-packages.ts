import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** The list of packages that the pages, or the server, have code or files of; a release's list of parts is made from both. */
export const bundledPackages = (build: 'pages' | 'server') => join(import.meta.dirname, `../dist/packages-of-${build}.json`)

/** Vite and its bundler add code of their own, under names without a file. */
const packageOf = (id: string) =>
  /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0].replace(/^.*?(?=node_modules\/)/, '') ??
  /^\0(vite|rolldown)\//.exec(id)?.[0].replace(/^\0(\w+).*/, 'node_modules/$1')

/** Notes what a build has taken from packages. */
export function notesPackages(build: 'pages' | 'server'): Plugin {
  return {
    name: 'notes-packages',
    apply: 'build',
    writeBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((each) => {
        if (each.type === 'asset') return each.originalFileNames
        // What was left out has no length; style sheets have none either, and are files of their own.
        return Object.entries(each.modules).flatMap(([id, { renderedLength }]) =>
          renderedLength > 0 || /\.css(\?|$)/.test(id) ? [id] : [],
        )
      })
      const packages = [...new Set(ids.flatMap((id) => packageOf(id) ?? []))].sort()
      mkdirSync(dirname(bundledPackages(build)), { recursive: true })
      writeFileSync(bundledPackages(build), `${JSON.stringify(packages, null, 2)}\n`)
    },
  }
}
