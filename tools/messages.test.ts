import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writtenLanguages } from '../src/platform/domain/languages.ts'
import type { Specified, Texts } from '../src/platform/messages/texts.ts'
import { readTexts } from './inline-messages.ts'
import { valuesOf } from './message-values.ts'

const root = join(import.meta.dirname, '..')
const folders = globSync('src/**/messages/messages.ts', { cwd: root })
  .map((file) => dirname(file))
  .sort()
const read = (folder: string, name: string) => readTexts(join(root, folder), name)
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => ({
  file,
  code: readFileSync(join(root, file), 'utf8'),
}))

/** What all slices say: each has these messages beside its own. */
const common = 'src/portal/common/messages'

/** The messages of a folder that sources use by name; those that all slices have in common are used through any of them. */
function usedIn(folder: string): Set<string> {
  const target = folder === common ? null : join(root, folder, 'messages.ts')
  const used = new Set<string>()
  for (const { file, code } of sources) {
    for (const [, names = '', specifier = ''] of code.matchAll(/import \{([^}]*)\} from '([^']*\/messages\/messages\.ts)'/g)) {
      const path = specifier.startsWith('#') ? join(root, 'src', specifier.slice(1)) : resolve(root, dirname(file), specifier)
      const local = /\bm(?: as (\w+))?\b/.exec(names)
      if ((target && path !== target) || !local) continue
      for (const [, key = ''] of code.matchAll(new RegExp(`\\b${local[1] ?? 'm'}\\s*\\.([a-zA-Z0-9]+)`, 'g'))) used.add(key)
    }
  }
  return used
}

/** The messages of the page that holds the others. */
const inIndex = [...readFileSync(join(root, 'index.html'), 'utf8').matchAll(/@@text:([^#]+)#(\w+)@@/g)]

/** Levels, and stages that a sentence names: both are data of a programme, which may have others. */
const ofTheSpecification = {
  fr: /\b(Bronze|Silver|Gold|Platinum|Diamond)\b|[a-zà-ÿ’] (Nouveau|En cours|Appel|Signé|Perdu)\b/u,
  en: /\b(Bronze|Silver|Gold|Platinum|Diamond)\b|\b(in|to|from|or|and|leaves|reaches|against|but) (Signé|Signed|Lost|Perdu)\b/u,
}

it('no text names a level or a stage of the specification', async () => {
  const found: string[] = []
  for (const folder of folders) {
    for (const language of writtenLanguages) {
      for (const [key, text] of Object.entries(await read(folder, language)))
        if (ofTheSpecification[language].test(String(text))) found.push(`${folder} ${language} ${key}`)
    }
  }
  expect(found).toEqual([])
})

describe.each(folders)('the catalogues of %s', (folder) => {
  it('have each message in each language, with the same values, and no message that nothing uses', async () => {
    const [en, specified, ...others] = (await Promise.all(
      ['en', 'specified', ...writtenLanguages.filter((each) => each !== 'en')].map((name) => read(folder, name)),
    )) as [Texts, Specified, ...Texts[]]
    const keys = Object.keys(en).sort()
    for (const texts of others) expect(Object.keys(texts).sort()).toEqual(keys)
    const variants = (key: string) => {
      const choice = specified[key]
      return [...others.map((texts) => texts[key] ?? ''), ...(typeof choice === 'object' ? Object.values(choice) : [])]
    }
    const different = keys.filter((key) => {
      const values = valuesOf(en[key] ?? '').join()
      return variants(key).some((text) => valuesOf(text).join() !== values)
    })
    expect(different, 'need other values in another language').toEqual([])
    expect(Object.keys(specified).filter((key) => !(key in en))).toEqual([])
    const used = usedIn(folder)
    expect(
      keys.filter((key) => !used.has(key) && !inIndex.some(([, of, name]) => folder === `src/${of}` && name === key)),
      `of ${relative('src', folder)} are used by nothing`,
    ).toEqual([])
  })
})

it('what several slices say is said once, among the common messages', async () => {
  const places = new Map<string, string[]>()
  for (const folder of folders) {
    const [specified, ...written] = (await Promise.all(['specified', ...writtenLanguages].map((name) => read(folder, name)))) as [
      Specified,
      ...Texts[],
    ]
    for (const key of Object.keys(written[0] ?? {})) {
      const said = JSON.stringify([specified[key], ...written.map((texts) => texts[key])])
      places.set(said, [...(places.get(said) ?? []), `${folder}: ${key}`])
    }
  }
  const folderOf = (place: string) => place.split(':')[0]
  const repeated = [...places.values()].filter((each) => new Set(each.map(folderOf)).size > 1)
  expect(repeated, `move these to ${common}`).toEqual([])
})

it('the page for when there is no network, which no build writes, has its words in every language', () => {
  const code = readFileSync(join(root, 'public/service-worker.js'), 'utf8')
  const ignore = () => undefined
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = new Function(
    'location',
    'addEventListener',
    `${code}\nreturn words`,
  )({ href: 'https://partners.example/service-worker.js' }, ignore)
  expect(Object.keys(words).sort()).toEqual([...writtenLanguages].sort())
  for (const each of Object.values(words)) expect(Object.keys(each)).toEqual(['title', 'heading', 'text', 'retry'])
})

/** What begins a toast, or names a part of a dialog. */
const saysMessage = /\b(?:toast(?:Success|Error|FormError|Failure)|announced|tellMissingDocument)\(|\berrorTitle: |\bdone=\{\[/
const namesPart = /<\w*Dialog\b[^<]*?\b(?:title|text|action|cancel)=\{m\.(\w+)\(\)\}/g

it('toasts and dialogs take a quoted message itself, so that they say its language', async () => {
  const found: string[] = []
  for (const { file, code } of sources.filter((each) => each.file.includes('/web/'))) {
    const [, specifier] = /import \{ m \} from '([^']*\/messages\/messages\.ts)'/.exec(code) ?? []
    if (!specifier) continue
    const path = specifier.startsWith('#')
      ? join('src', specifier.slice(1))
      : relative(root, resolve(root, dirname(file), specifier))
    const specified: Specified = { ...(await read(common, 'specified')), ...(await read(dirname(path), 'specified')) }
    const inToasts = code.split('\n').flatMap((line) => (saysMessage.test(line) ? [...line.matchAll(/\bm\.(\w+)\(\)/g)] : []))
    const quoted = [...inToasts, ...code.matchAll(namesPart)].filter(([, key = '']) => typeof specified[key] === 'string')
    found.push(...quoted.map(([, key]) => `${file}: ${key}`))
  }
  expect(found).toEqual([])
})
