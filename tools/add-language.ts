// Adds a language that the portal is read in: npm run add-language -- de de-DE Deutsch (its code, locale and own name). Each
// catalogue of the language begins with the English texts, to be translated. Run again, it adds what has come since.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '..')

interface NewLanguage {
  readonly code: string
  /** The locale of its plurals, numbers and dates. */
  readonly locale: string
  readonly name: string
}

interface Part {
  readonly start: number
  readonly end: number
  /** The key of a property; the text of an element of a list. */
  readonly key: string
}

interface Table {
  /** Just after the opening bracket. */
  readonly start: number
  readonly end: number
  readonly parts: readonly Part[]
}

const bare = (node: ESTree.Node): ESTree.Node =>
  node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? bare(node.expression) : node

/** The object or list that a source has under a name, or as its default export. */
function tableOf(file: string, code: string, name: string): Table {
  let value: ESTree.Node | undefined
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && id.name === name && init) value = bare(init)
    },
    ExportDefaultDeclaration({ declaration }) {
      if (name === 'default') value = bare(declaration)
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name === name && first) value = bare(first)
    },
  }).visit(parseSync(file, code).program)
  if (value?.type !== 'ObjectExpression' && value?.type !== 'ArrayExpression') throw new Error(`${file} has no table ${name}`)
  const nodes = value.type === 'ObjectExpression' ? value.properties : value.elements
  const parts = nodes.flatMap((node) => {
    const named = node?.type === 'Property' ? node.key : node
    if (!node || !named) return []
    const key = named.type === 'Identifier' ? named.name : named.type === 'Literal' ? String(named.value) : ''
    return [{ start: node.start, end: node.end, key }]
  })
  return { start: value.start + 1, end: value.end - 1, parts }
}

const inserted = (code: string, at: number, text: string) => code.slice(0, at) + text + code.slice(at)

/** Adds an entry at the end of a table, unless it is there. */
function withEntry(file: string, code: string, name: string, key: string, entryOf: (table: Table) => string): string {
  const table = tableOf(file, code, name)
  const last = table.parts.at(-1)
  if (!last || table.parts.some((part) => part.key === key)) return code
  const isWide = code.slice(last.end, table.end).includes('\n')
  return inserted(code, last.end, `,${isWide ? '\n  ' : ' '}${entryOf(table)}`)
}

/** The modules that name each language, with the language in them. */
function withLanguage(file: string, code: string, { code: language, locale, name }: NewLanguage): string {
  switch (file) {
    case 'src/platform/domain/languages.ts': {
      const named = withEntry(file, code, 'writtenLanguages', language, () => `'${language}'`)
      return withEntry(file, named, 'localeOf', language, () => `${language}: '${locale}'`)
    }
    case 'src/platform/web/ui/language-options.ts':
      return withEntry(file, code, 'languageNames', language, () => `${language}: ${quoted(name)}`)
    case 'public/service-worker.js':
      return withEntry(file, code, 'words', language, ({ parts }) => {
        const english = parts.find(({ key }) => key === 'en')
        return english ? code.slice(english.start, english.end).replace(/^en/, language) : `${language}: {}`
      })
    default:
      return withCatalogue(file, code, language)
  }
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The `messages.ts` of a slice or of the common messages, which imports the catalogues by the order of their names. */
function withCatalogue(file: string, code: string, language: string): string {
  const { parts } = tableOf(file, code, code.includes('catalogue(') ? 'catalogue' : 'common')
  const last = parts.findLast(({ key }) => key !== 'specified')
  if (!last || parts.some(({ key }) => key === language)) return code
  const named = inserted(code, last.end, `, ${language}`)
  const imports = [...named.matchAll(/^import \w+ from '\.\/(\w+)\.ts'\n/gm)]
  const after = imports.findLast(([, other = '']) => other < language)
  const at = after ? after.index + after[0].length : (imports[0]?.index ?? 0)
  return inserted(named, at, `import ${language} from './${language}.ts'\n`)
}

/** A catalogue with the messages that it lacks, in English and where English has them; and how many these are. */
function withMissingTexts(code: string, english: string): { readonly code: string; readonly added: number } {
  const own = tableOf('catalogue.ts', code, 'default')
  const known = new Map(own.parts.map((part) => [part.key, part.end]))
  const additions: { readonly at: number; readonly text: string }[] = []
  let before: number | undefined
  for (const { key, start, end } of tableOf('en.ts', english, 'default').parts) {
    const text = english.slice(start, end)
    const there = known.get(key)
    if (there !== undefined) before = there
    else if (before === undefined) additions.push({ at: own.start, text: `\n  ${text},` })
    else additions.push({ at: before, text: `,\n  ${text}` })
  }
  let result = ''
  let done = 0
  for (const { at, text } of additions.toSorted((one, other) => one.at - other.at)) {
    result += code.slice(done, at) + text
    done = at
  }
  return { code: result + code.slice(done), added: additions.length }
}

const emptyCatalogue = `import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
} satisfies Texts<keyof typeof en>
`

/** Adds a language to the sources, and says what is left to do. */
function addLanguage(language: NewLanguage): string {
  const catalogues = globSync('src/**/messages/messages.ts', { cwd: root }).sort()
  let added = 0
  for (const file of catalogues) {
    const path = join(root, dirname(file), `${language.code}.ts`)
    const before = existsSync(path) ? readFileSync(path, 'utf8') : emptyCatalogue
    const catalogue = withMissingTexts(before, readFileSync(join(root, dirname(file), 'en.ts'), 'utf8'))
    added += catalogue.added
    if (catalogue.added > 0) writeFileSync(path, catalogue.code)
  }
  const named = ['src/platform/domain/languages.ts', 'src/platform/web/ui/language-options.ts', 'public/service-worker.js']
  for (const file of [...named, ...catalogues]) {
    const path = join(root, file)
    const before = readFileSync(path, 'utf8')
    const after = withLanguage(file, before, language)
    if (after !== before) writeFileSync(path, after)
  }
  const done = `Texts to translate that were added: ${added}, in ${catalogues.length} catalogues.`
  return `${done} docs/languages.md says what follows.\n`
}

if (import.meta.main) {
  const [code = '', locale = '', name = ''] = process.argv.slice(2)
  const isLocale = /^[a-z]{2}(-[A-Z]{2})?$/.test(locale) && locale.startsWith(code)
  if (/^[a-z]{2}$/.test(code) && isLocale && name !== '') process.stdout.write(addLanguage({ code, locale, name }))
  else {
    process.stderr.write('npm run add-language -- <code> <locale> <name>, such as: npm run add-language -- de de-DE Deutsch\n')
    process.exitCode = 1
  }
}
