// Conventions that no linter checks: sizes of functions, names, addresses, words of the business in the platform, long lines,
// titles of tests, assertions of journeys, comments, licences of shipped packages, a lock file without hosts.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sizeErrors } from './function-sizes.mjs'
import { brokenLinks, missingFiles } from './named-files.ts'
import { root } from './node24.mjs'
import { businessWords } from './platform-words.ts'
import { spellsAddress } from './spelled-addresses.ts'
import { assertionErrors } from './waiting-assertions.ts'
import { wordingErrors } from './wording.mjs'

const errors = []
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
const files = listed.split('\n').filter((each) => existsSync(join(root, each)))
const maxColumns = 130
/** A message is one literal, however long it is: its type names what it is filled with. */
const isCatalogue = /\/messages\/([a-z]{2}|specified)\.ts$/
/** Generated files. */
const generated = ['src/platform/server/db/schema.generated.ts', 'src/platform/web/ui/icons.ts']
const vague = /^(utils?|helpers?|misc|common|manager|service|types|index)\.(ts|tsx|mjs)$/

/** Modules that several statements import by name; a type stands beside the values: `import { read, type Row } from …`. */
const importedTwice = (file, text) => {
  if (!/\.tsx?$/.test(file)) return []
  const names = [...text.matchAll(/^import (?:type )?\{[^}]*\} from '([^']+)'$/gm)].map(([, name]) => name)
  return new Set(names.filter((name, at) => names.indexOf(name) < at))
}

for (const file of files.filter((each) => /\.(ts|tsx|mjs|css|html|probe)$/.test(each))) {
  const text = readFileSync(join(root, file), 'utf8')
  const lines = text.replace(/\n$/, '').split('\n')
  const mayBeWide = generated.includes(file) || isCatalogue.test(file)
  lines.forEach((line, at) => {
    if ([...line].length <= maxColumns || mayBeWide) return
    errors.push(`${file}:${at + 1} has more than ${maxColumns} columns`)
  })
  if (/formatPercent\(.*\)\}\s%/.test(text)) {
    errors.push(`${file}: a percentage is written by percentText, whose sign never begins a line`)
  }
  if (spellsAddress(file, lines)) {
    errors.push(`${file}: a page's address is spelled; take it from page-paths.ts or visitor-paths.ts`)
  }
  for (const word of businessWords(file, text))
    errors.push(`${file}: the platform says '${word}', a word of the business: it stands with its slice, or with access`)
  for (const name of importedTwice(file, text))
    errors.push(`${file}: ${name} is imported by one statement, types with the values`)
  if (/'@mantine\/.*\/styles(\/\w+)?\.css'/.test(text))
    errors.push(`${file}: Mantine's styles come as .layer.css, or the order of files decides which rule wins`)
  if (file.startsWith('test/e2e/') && file !== 'test/e2e/network.ts' && /\.((un)?route(All)?|setOffline)\(/.test(text))
    errors.push(`${file}: the network is cut, held and answered by network.ts, for page and service worker alike`)
  if (/\.test\.tsx?$/.test(file) && /\bprocess\.env\.\w+ \??=[^=]/.test(text))
    errors.push(`${file}: the environment is changed by vi.stubEnv and put back, since test files share their process`)
  errors.push(...wordingErrors(file, text), ...assertionErrors(root, file, text))
  if (vague.test(basename(file))) errors.push(`${file}: the name says nothing`)
  if (!/^[a-z0-9.-]+$/.test(basename(file))) errors.push(`${file}: names are kebab-case`)
}

// The history names files as they were called then.
for (const file of files.filter((each) => each.endsWith('.md') && each !== 'CHANGELOG.md')) {
  for (const name of missingFiles(readFileSync(join(root, file), 'utf8'), files)) errors.push(`${file}: there is no ${name}`)
  for (const link of brokenLinks(file, documentAt)) errors.push(`${file}: the link ${link} leads nowhere`)
  const words = readFileSync(join(root, file), 'utf8').split(/\s+/).length
  if (file.startsWith('docs/operating/') && words > 1000) errors.push(`${file} has ${words} words: a page a task, at most 1000`)
}

/** Folders have no text of their own. */
function documentAt(path) {
  if (!existsSync(join(root, path))) return null
  return path.endsWith('.md') ? readFileSync(join(root, path), 'utf8') : ''
}

errors.push(...sizeErrors(root, files))

// What is not released must not be taken for the release before it.
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const isUnreleased = /^## Unreleased$/m.test(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
if (isUnreleased !== version.endsWith('-dev')) {
  errors.push(`package.json says ${version}: a version ends in -dev exactly while CHANGELOG.md has a section "Unreleased"`)
}

const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'OFL-1.1',
  'MPL-2.0',
  'Python-2.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
])
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
for (const [path, entry] of Object.entries(lock.packages)) {
  if (entry.resolved?.startsWith('http')) errors.push(`${path}: the lock file names a host`)
  const manifest = join(root, path, 'package.json')
  if (path === '' || !existsSync(manifest)) continue
  const { license, licenses } = JSON.parse(readFileSync(manifest, 'utf8'))
  const named = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type ?? licenceIn(join(root, path)))
  const choices = named.replace(/[()]/g, '').split(/ (?:OR|AND) /)
  if (!choices.some((choice) => permissive.has(choice))) errors.push(`${path}: licence ${named}`)
}

/** The licence of a package without one in its manifest. */
function licenceIn(folder) {
  const textOf = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')
  const isMit = textOf('LICENSE').startsWith('MIT License') || /^## License\s+\(?(The )?MIT\b/m.test(textOf('Readme.md'))
  return isMit ? 'MIT' : 'none'
}

process.stdout.write(errors.map((error) => `${error}\n`).join(''))
process.exit(errors.length > 0 ? 1 : 0)
