import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { inLanguageOf, languages, readings } from '#platform/domain/languages.ts'
import { newestMigration } from '#platform/server/db/migrate.ts'
import { productVersion } from '#platform/server/version.ts'
import { events } from '#portal/api/events.ts'
import { beforeUpgrade, faultsOfNotes, type Released, releaseBefore } from '../tools/release/notes.ts'
import { databaseKinds } from './databases.ts'
import { TestApp } from './test-app.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const changelog = read('CHANGELOG.md')
const api = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, Record<string, object>> }

let app: TestApp
beforeAll(async () => {
  app = await TestApp.open(databaseKinds()[0] ?? 'pglite')
})
afterAll(() => app.close())

/** Names without repetition, by what they are of. */
const grouped = (pairs: readonly (readonly [of: string, name: string])[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(pairs, ([of]) => of)).map(([of, all = []]) => [of, [...new Set(all.map(([, name]) => name))]]),
  )

/** The titles of each file of a list, by the language of the reader: those of staff, then what partners alone have. */
async function titlesOfFiles(): Promise<Released['titles']> {
  const marie = await app.newPartner('marie@exemple.fr')
  const titles: Record<string, [language: string, title: string][]> = {}
  for (const path of Object.keys(api.paths).filter((each) => each.endsWith('.csv') && !each.includes('{'))) {
    const ofFile: [string, string][] = []
    for (const language of languages) {
      for (const reader of [app.admin, marie]) {
        await reader.call(accountRoutes.chooseLanguage, { body: { language } })
        const { statusCode, body } = await reader.send('GET', path)
        const first = statusCode === 200 ? (body.slice(1).split('\r\n', 1)[0] ?? '') : ''
        const [line = []] = Papa.parse<string[]>(first, { delimiter: language === 'en' ? ',' : ';' }).data
        for (const title of line) ofFile.push([language, title])
      }
    }
    titles[path.replace('/api/', '')] = ofFile
  }
  return Object.fromEntries(Object.entries(titles).map(([file, pairs]) => [file, grouped(pairs)]))
}

/** What a table of labels, or messages, say in each language. */
const saidBy = (table: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  readings.flatMap((reading) =>
    inLanguageOf(reading, () => keys.map((key) => table[key]).map((each) => (typeof each === 'function' ? each() : each))).map(
      (word) => [reading.language, String(word)] as const,
    ),
  )

/** What files say in the place of a code: the tables of labels, and the messages, that their columns are made with. */
async function wordsOfFiles(): Promise<Released['words']> {
  const words: (readonly [language: string, word: string])[] = []
  for (const file of globSync('src/**/server/export.ts', { cwd: root })) {
    const source = read(file)
    const used = [...source.matchAll(/\bm\.(\w+)(?=[,)\]]|\(\))/g)].map(([, key = '']) => key)
    for (const [, names = '', from = ''] of source.matchAll(/import \{([^}]+)\} from '([^']+)'/g)) {
      const path = from.startsWith('#') ? join(root, 'src', from.slice(1)) : join(root, dirname(file), from)
      for (const name of names.split(',').map((each) => each.trim())) {
        if (name === 'm') words.push(...saidBy((await import(path)).m, used))
        else if (name.endsWith('Labels')) {
          const table: Record<string, string> = (await import(path))[name]
          words.push(...saidBy(table, Object.keys(table)))
        }
      }
    }
  }
  return grouped(words)
}

async function namesNow(): Promise<Released> {
  const operations = Object.entries(api.paths).flatMap(([path, all]) =>
    Object.keys(all).map((method) => `${method.toUpperCase()} ${path.replace('/api', '')}`),
  )
  return {
    newestMigration: `${await newestMigration()}.sql`,
    titles: await titlesOfFiles(),
    words: await wordsOfFiles(),
    operations: operations.sort(),
    events: Object.keys(events).sort(),
  }
}

/** What a release had and another one has not. */
function goneSince(before: Released, now: Released): string[] {
  const without = (one: readonly string[] = [], other: readonly string[] = []) => one.filter((each) => !other.includes(each))
  const titles = Object.entries(before.titles).flatMap(([file, byLanguage]) =>
    Object.entries(byLanguage).flatMap(([language, all]) => without(all, now.titles[file]?.[language])),
  )
  const words = Object.entries(before.words).flatMap(([language, all]) => without(all, now.words[language]))
  return [...new Set([...titles, ...words, ...without(before.operations, now.operations), ...without(before.events, now.events)])]
}

test('what files, programs and webhooks read by name is as in the last release, or the changelog names it', async () => {
  const now = await namesNow()
  const { released } = releaseBefore(root, productVersion)
  const notes = beforeUpgrade(changelog, productVersion)
  const isNamed = (name: string) => notes.includes(`'${name}'`) || notes.includes(`\`${name}\``)
  expect(goneSince(released, now).filter((name) => !isNamed(name))).toEqual([])
  // A title that is renamed, and an operation that is removed, are noticed.
  const other = { ...released, titles: { 'leads.csv': { en: ['Colour'] } }, operations: [...released.operations, 'GET /former'] }
  expect(goneSince(other, now)).toEqual(expect.arrayContaining(['Colour', 'GET /former']))
  // A version without a suffix, which is about to be released, writes its own file here, to be committed.
  if (!productVersion.includes('-'))
    await expect(`${JSON.stringify(now, null, 2)}\n`).toMatchFileSnapshot(`releases/${productVersion}.json`)
})

test('a version without one of the four things that its notes have to say is not released', () => {
  expect(faultsOfNotes(root, productVersion)).toEqual([])
  const without = (title: string) => faultsOfNotes(root, productVersion, changelog.replace(`- **${title}**`, '- '))
  for (const title of ['What breaks', 'How long it takes', 'Several servers', 'The way back'])
    expect(without(title)).toEqual([expect.stringContaining(title)])
  expect(faultsOfNotes(root, productVersion, changelog.replace('### Before', '### After'))).toHaveLength(5)
  expect(faultsOfNotes(root, '9.9.9')).toContain(
    'The changelog of 9.9.9 has no test/releases/9.9.9.json, which npm test -- test/released-names.test.ts writes.',
  )
})
