import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import compile from 'icu-minify/compile'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import type { Reading } from '../src/platform/domain/languages.ts'
import { type Catalogues, textFor } from '../src/platform/messages/catalogue.ts'

const root = join(import.meta.dirname, '..')
const isMessages = /\/messages\/messages\.ts$/

/** Where an import of messages leads: `#money/tiers/messages/messages.ts`, or a relative path. */
const pathOf = (specifier: string, importer: string) =>
  specifier.startsWith('#') ? join(root, 'src', specifier.slice(1)) : resolve(dirname(importer), specifier)

async function readCatalogues(messages: string): Promise<Catalogues> {
  const read = async (name: string) => (await import(pathToFileURL(join(dirname(messages), `${name}.ts`)).href)).default
  const [en, fr, specified] = await Promise.all(['en', 'fr', 'specified'].map(read))
  return { en, fr, specified }
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * A module with the texts of one reading in the place of its messages. Throws on a message that the catalogues lack, and on a
 * use of messages that has no name, whose text could not be found before it runs.
 */
export function inlineMessages(
  code: string,
  fileName: string,
  catalogues: ReadonlyMap<string, Catalogues>,
  reading: Reading,
): string {
  const edits: Edit[] = []
  const locals = new Map<string, Catalogues>()
  const { program } = parseSync(fileName, code)
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !isMessages.test(statement.source.value)) continue
    const found = catalogues.get(pathOf(statement.source.value, fileName))
    for (const { local } of statement.specifiers) if (found) locals.set(local.name, found)
    edits.push({ start: statement.start, end: statement.end, text: '' })
  }
  const helpers = new Set<string>()
  const compiledCall = (key: string, from: Catalogues) => {
    const found = textFor(from, key, reading)
    if (!found) throw new Error(`${relative(root, fileName)}: no catalogue has the message ${key}`)
    const message = compile(found.text)
    if (typeof message === 'string') return { plain: JSON.stringify(message) }
    const helper = found.text.includes('</') ? 'formatParts' : 'formatMessage'
    helpers.add(helper)
    return { call: `$${helper}(${JSON.stringify(message)}, ${JSON.stringify(found.language)}, ` }
  }
  const keyOf = ({ object, property, computed }: ESTree.MemberExpression) => {
    const from = object.type === 'Identifier' ? locals.get(object.name) : undefined
    if (!from) return null
    if (computed || property.type !== 'Identifier') {
      throw new Error(
        `${relative(root, fileName)}: a message of ${code.slice(object.start, object.end)} is used without its name`,
      )
    }
    return { from, key: property.name }
  }
  const taken = new Set<number>()
  new Visitor({
    CallExpression(node) {
      const used = node.callee.type === 'MemberExpression' ? keyOf(node.callee) : null
      if (!used) return
      taken.add(node.callee.start)
      const { plain, call } = compiledCall(used.key, used.from)
      if (plain !== undefined) return edits.push({ start: node.start, end: node.end, text: plain })
      // Inner messages of the arguments are edited on their own.
      const [argument] = node.arguments
      if (!argument) throw new Error(`${relative(root, fileName)}: ${used.key} lacks its values`)
      edits.push({ start: node.start, end: argument.start, text: call ?? '' })
    },
    MemberExpression(node) {
      const used = keyOf(node)
      if (!used || taken.has(node.start)) return
      const { plain, call } = compiledCall(used.key, used.from)
      edits.push({
        start: node.start,
        end: node.end,
        text: plain === undefined ? `((values) => ${call}values))` : `(() => ${plain})`,
      })
    },
  }).visit(program)
  let result = code
  for (const { start, end, text } of edits.sort((one, other) => other.start - one.start || other.end - one.end)) {
    result = result.slice(0, start) + text + result.slice(end)
  }
  const imports = [...helpers].map((helper) => `${helper} as $${helper}`)
  return imports.length > 0 ? `import { ${imports.join(', ')} } from '#platform/messages/format.ts'\n${result}` : result
}

/** Puts the texts of one reading into the pages, so that they load no catalogues. */
export function inlinedMessages(reading: Reading): Plugin {
  const catalogues = new Map<string, Promise<Catalogues>>()
  return {
    name: 'inline-messages',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /\/messages\/messages\.ts'/ },
      async handler(code, id) {
        const specifiers = [...code.matchAll(/ from '([^']*\/messages\/messages\.ts)'/g)].map(([, specifier = '']) => specifier)
        const paths = specifiers.map((each) => pathOf(each, id))
        for (const path of paths) if (!catalogues.has(path)) catalogues.set(path, readCatalogues(path))
        const read = await Promise.all(paths.map(async (path) => [path, (await catalogues.get(path)) as Catalogues] as const))
        return { code: inlineMessages(code, id, new Map(read), reading), map: null }
      },
    },
  }
}
