import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Texts } from '../src/platform/messages/texts.ts'
import { literalText } from './glossary.ts'
import { valuesOf } from './message-values.ts'

const root = join(import.meta.dirname, '..')
const copied = [
  'src/platform/messages',
  'src/portal/common/messages',
  'src/accounts/auth/messages',
  'src/platform/domain/languages.ts',
  'src/platform/domain/typesetting.ts',
  'src/platform/web/ui/language-options.ts',
  'public/service-worker.js',
  'tools/add-language.ts',
  'tools/inline-messages.ts',
  'tools/localize-pages.ts',
  'tools/types/base.json',
]
const catalogues = ['src/accounts/auth/messages/xx.ts', 'src/platform/messages/xx.ts', 'src/portal/common/messages/xx.ts']
const marks: Readonly<Record<string, string>> = { a: 'á', e: 'ê', i: 'ï', o: 'ø', u: 'ů', A: 'Å', E: 'É', O: 'Ö' }

/** A text in a language that nobody speaks: with marks on its vowels, and more than 40 % longer; values and tags stay. */
function madeUp(text: string): string {
  const found: { readonly from: number; readonly to: number }[] = []
  const visit = (elements: readonly MessageFormatElement[]) => {
    for (const each of elements) {
      if (each.type === 0 && each.location) found.push({ from: each.location.start.offset, to: each.location.end.offset })
      if ('children' in each) visit(each.children)
      if ('options' in each) for (const { value } of Object.values(each.options)) visit(value)
    }
  }
  visit(parse(text, { captureLocation: true }))
  return found.reduceRight((changed, { from, to }) => {
    const literal = changed.slice(from, to).replace(/[aeiouAEO]/g, (letter) => marks[letter] ?? letter)
    return changed.slice(0, from) + literal + 'ñ'.repeat(Math.ceil(0.4 * literal.length)) + changed.slice(to)
  }, text)
}

const lettersOf = (message: string) => literalText(message).replace(/\P{L}/gu, '').length

/** What reads the added language: its messages, as the server says them, and pages of a build that is written out in it. */
const program = `
import * as files from 'node:fs'
import { m as auth } from '#accounts/auth/messages/messages.ts'
import { readings, setReadingSource } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'
import { markMessages, readCatalogues } from './tools/inline-messages.ts'
import { localizePages } from './tools/localize-pages.ts'

setReadingSource(() => ({ language: 'xx', side: 'xx' }))
const said = [m.back(), m.atMostCharacters({ max: 5 }), auth.orEnter({ secret: 'S', code: (parts) => parts.join('') })]
const catalogues = await readCatalogues()
const source = "import { m } from '#platform/messages/messages.ts'\\nshow(m.back(), m.atMostCharacters({ max: 5 }))"
files.mkdirSync('dist/assets', { recursive: true })
files.mkdirSync('dist/.vite')
const marked = markMessages(source, import.meta.dirname + '/src/portal/web/page.tsx', catalogues)
files.writeFileSync('dist/assets/page-12345678.js', marked)
files.writeFileSync('dist/index.html', '<html lang="fr" data-reading="specified-fr">')
files.writeFileSync('dist/.vite/manifest.json', '{}')
localizePages('dist', catalogues)
const folder = files.readdirSync('dist/assets').find((name) => name.startsWith('xx-'))
console.log(JSON.stringify({
  said,
  pages: files.readdirSync('dist').filter((name) => name.endsWith('.html')).length === readings.length,
  page: files.readFileSync('dist/index.xx.html', 'utf8'),
  script: files.readFileSync('dist/assets/' + folder + '/page-12345678.js', 'utf8').split('\\n').at(-1),
}))
`

describe('a language that is added', { shuffle: false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-language-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const at = (file: string) => join(folder, file)
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }
  const add = () => run('tools/add-language.ts', 'xx', 'xx-XX', 'Xxish')
  const textsOf = (file: string): Texts => {
    const { status, output } = run(
      '--eval',
      `import(${JSON.stringify(pathToFileURL(at(file)).href)}).then((m) => console.log(JSON.stringify(m.default)))`,
    )
    expect([status, output]).toEqual([0, output])
    return JSON.parse(output) as Texts
  }
  const write = (file: string, texts: Texts) => {
    const code = readFileSync(at(file), 'utf8')
    writeFileSync(
      at(file),
      code.replace(/(?<=^export default )\{.*\}(?= satisfies )/ms, () => JSON.stringify(texts, null, 2)),
    )
  }
  const allFiles = () =>
    globSync('{src,public,tools}/**/*.{ts,js}', { cwd: folder })
      .sort()
      .map((file) => [file, readFileSync(at(file), 'utf8')])
  const compiled = () => run(join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', folder)
  let added: ReturnType<typeof add>

  beforeAll(() => {
    for (const each of copied) cpSync(join(root, each), at(each), { recursive: true })
    const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    writeFileSync(at('package.json'), JSON.stringify({ type: 'module', imports }))
    const include = ['src/**/messages/messages.ts', 'src/**/messages/xx.ts', 'src/platform/web/ui/*.ts']
    const compilerOptions = { lib: ['ES2024', 'DOM'], types: [] }
    writeFileSync(at('tsconfig.json'), JSON.stringify({ extends: './tools/types/base.json', compilerOptions, include }))
    symlinkSync(join(root, 'node_modules'), at('node_modules'))
    added = add()
  })

  it('begins with the texts in English, wherever languages are named', () => {
    const english = catalogues.map((file) => textsOf(file.replace('xx.ts', 'en.ts')))
    expect(catalogues.map(textsOf)).toEqual(english)
    const count = english.reduce((sum, texts) => sum + Object.keys(texts).length, 0)
    expect(added).toMatchObject({ status: 0, output: expect.stringContaining(`added: ${count}, in 3 catalogues`) })
    expect(compiled()).toEqual({ status: 0, output: '' })
    expect(readFileSync(at('src/platform/domain/languages.ts'), 'utf8')).toContain(`xx: 'xx-XX'`)
    expect(readFileSync(at('src/platform/web/ui/language-options.ts'), 'utf8')).toContain(`xx: 'Xxish'`)
    expect(readFileSync(at('public/service-worker.js'), 'utf8')).toMatch(/ {2}xx: \{\n {4}title: 'Offline'/)
  })

  it('is left as it is when it is added again, and gets the messages that have come since', () => {
    const before = allFiles()
    expect(add().output).toContain('added: 0,')
    expect(allFiles()).toEqual(before)
    const [file = ''] = catalogues
    const texts = textsOf(file)
    const [first = '', lacking = '', ...rest] = Object.keys(texts)
    const translated = Object.fromEntries([first, ...rest].map((key) => [key, 'Xx']))
    write(file, translated)
    const { status, output } = compiled()
    expect(status).not.toBe(0)
    expect(output).toContain(lacking)
    expect(add().output).toContain('added: 1,')
    expect(textsOf(file)).toEqual({ ...texts, ...translated })
    write(file, texts)
  })

  it('is read by its catalogues and written into the pages by their build, with values and tags', () => {
    for (const file of catalogues) {
      const english = textsOf(file)
      const own = Object.fromEntries(Object.entries(english).map(([key, text]) => [key, madeUp(text)]))
      for (const [key, text] of Object.entries(english)) {
        expect(valuesOf(own[key] ?? '')).toEqual(valuesOf(text))
        expect(lettersOf(own[key] ?? '')).toBeGreaterThanOrEqual(1.4 * lettersOf(text))
      }
      write(file, own)
    }
    writeFileSync(at('say.ts'), program)
    const { status, output } = run('say.ts')
    expect([status, output]).toEqual([0, output])
    expect(JSON.parse(output)).toEqual({
      said: ['Báckññ', 'Åt møst ññññ5 cháráctêrsñññññ', ['ør êntêr ññññS']],
      pages: true,
      page: '<html lang="xx" data-reading="xx">',
      script: 'show("Báckññ", $formatMessage(["Åt møst ññññ",["max"]," cháráctêrsñññññ"], "xx", { max: 5 }))',
    })
  })
})
