import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { unbundled } from '../../vite.server.config.ts'
import { closureOf, licences, readLock } from './packages.ts'

/** A file of the archive: copied from the checkout, or written. */
export type Content = { readonly name: string } & ({ readonly from: string } | { readonly text: string })

/** Folders and files that are in the archive as they are here. */
const copied = [
  'migrations',
  'deploy',
  'dist/web',
  'dist/server',
  'tools/node24.mjs',
  'tools/run-built.mjs',
  'LICENSE',
  'tools/command-flags.json',
]
/** With every page that they link to. */
const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs', 'bench/README.md']

/**
 * A release leaves out what packages have for browsers, other builds, debuggers and compilers, whose licences are in one file,
 * and extensions of the embedded database besides those of `pglite-worker.ts`.
 */
const unneeded = [
  /\.(map|[cm]?ts|md|markdown)$/i,
  /^pdfmake\/(build|src|standard-fonts)\//,
  /^pdfkit\/(types|js\/pdfkit\.(es|standalone))/,
  /^fontkit\/(src|dist\/browser)/,
  /^@swc\/helpers\/(src|esm|scripts)\//,
  /^@electric-sql\/pglite\/dist\/(live|worker|vector|(?!(pg_trgm|unaccent)\.)[a-z_0-9-]+\.tar\.gz)/,
]

/** Everything that a portal runs with, apart from Node. Reads what was built before. */
export function releaseContent(root: string): Content[] {
  const lock = readLock(root)
  const pagesOfAreas = globSync('src/**/README.md', { cwd: root }).sort()
  const copies = [...copied, ...documents, ...pagesOfAreas].flatMap((path) =>
    filesIn(root, path).map((name) => ({ name, from: join(root, name) })),
  )
  // Where built files find packages before those of a checkout, and where `npm install` removes nothing.
  const packages = closureOf(lock, unbundled).flatMap((path) =>
    filesIn(root, path, true)
      .filter((name) => !unneeded.some((each) => each.test(withinPackages(name))))
      .map((name) => ({ name: `dist/server/${name}`, from: join(root, name) })),
  )
  return [
    ...copies,
    ...packages,
    { name: 'package.json', text: manifestOf(root) },
    { name: 'LICENSES-OF-PACKAGES.txt', text: licences(root, lock) },
  ]
}

const withinPackages = (name: string) => name.slice(name.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Names of files below a folder, or of one file, relative to the root, in a fixed order. */
function filesIn(root: string, path: string, isPackage = false): string[] {
  const entries = isFolder(root, path) ? readdirSync(join(root, path), { recursive: true, withFileTypes: true }) : null
  if (!entries) return [path]
  return entries
    .filter((entry) => entry.isFile() && !(isPackage && nested(root, path, entry.parentPath)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

/** Whether a folder belongs to another package inside of this one, which the lock file lists by itself. */
const nested = (root: string, path: string, folder: string) =>
  relative(join(root, path), folder).split('/').includes('node_modules')

const isFolder = (root: string, path: string) =>
  readdirSync(join(root, path, '..'), { withFileTypes: true }).some(
    (entry) => entry.name === basename(path) && entry.isDirectory(),
  )

/** The commands of a checkout, without what installs and builds. */
function manifestOf(root: string): string {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { name, version, description, license, type, engines, optionalDependencies } = own
  const scripts = {
    start: 'node tools/run-built.mjs main',
    ...Object.fromEntries(['backup', 'restore', 'move'].map((verb) => [verb, `node tools/run-built.mjs command ${verb}`])),
    'verify-journal': 'node tools/run-built.mjs verify-journal',
    portal: 'node tools/run-built.mjs operate',
  }
  const manifest = { name, version, description, license, private: true, type, engines, scripts, optionalDependencies }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
