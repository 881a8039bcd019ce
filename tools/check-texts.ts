// Finds texts that people read and that stand outside the catalogues of messages.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allowedSources, allowedTexts } from './allowed-texts.ts'
import { looseTexts } from './loose-texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const others = new Set(Object.values(allowedTexts).flat())
/** Sources without a text that people read; `personal-data.ts` has names of columns. */
const unread = /\.test\.|\/messages\/|\.generated\.|\/personal-data\.ts$/
const sources = Object.keys(allowedSources)
const isWithin = (file: string, source: string) => file === source || (source.endsWith('/') && file.startsWith(source))

/** The forgotten texts of a source, as 'file:line: text'. */
export function forgottenTexts(file: string, code: string): string[] {
  if (sources.some((source) => isWithin(file, source))) return []
  return looseTexts(file, code)
    .filter(({ text }) => !others.has(text))
    .map(({ start, text }) => `${file}:${code.slice(0, start).split('\n').length}: ${text.replace(/\s+/g, ' ').slice(0, 120)}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !unread.test(file))
  const unused = sources.filter((source) => !files.some((file) => isWithin(file, source)))
  const found = files.flatMap((file) => forgottenTexts(file, readFileSync(join(root, file), 'utf8')))
  for (const text of found) process.stdout.write(`${text}\n`)
  for (const source of unused) process.stdout.write(`tools/allowed-texts.ts: there is no ${source}\n`)
  if (found.length > 0) process.stdout.write('Make them messages of their slice: src/platform/messages/README.md says how.\n')
  process.exitCode = found.length > 0 || unused.length > 0 ? 1 : 0
}
