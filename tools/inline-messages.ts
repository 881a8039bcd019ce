import { existsSync, globSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import compile from 'icu-minify/compile'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { defaultReading, writtenLanguages } from '../src/platform/domain/languages.ts'
import type { Catalogues } from '../src/platform/messages/texts.ts'
import { common } from '../src/portal/common/messages/messages.ts'
import { localizePages, type MarkKind, markOf, withTexts } from './localize-pages.ts'

const root = join(import.meta.dirname, '..')
const isMessages = /\/messages\/messages\.ts$/

/** Where an import of messages leads: `#money/tiers/messages/messages.ts`, or a relative path. */
const pathOf = (specifier: string, importer: string) =>
  specifier.startsWith('#') ? join(root, 'src', specifier.slice(1)) : resolve(dirname(importer), specifier)

/** The folder of messages below `src`, by which marks name it. */
const folderOf = (path: string) => relative(join(root, 'src'), dirname(path))

/** The catalogue of a language, or what the specification quotes, from a folder of messages; nothing where it has none. */
export const readTexts = async (folder: string, name: string) => {
  const path = join(folder, `${name}.ts`)
  return name === 'specified' && !existsSync(path) ? {} : (await import(pathToFileURL(path).href)).default
}

/** The messages of a slice beside the common ones. */
function withCommon(own: Catalogues): Catalogues {
  const parts = Object.entries(common).map(([part, texts]) => [part, { ...texts, ...own[part as keyof Catalogues] }])
  return Object.fromEntries(parts) as unknown as Catalogues
}

/** All catalogues by their folder. */
export async function readCatalogues(): Promise<ReadonlyMap<string, Catalogues>> {
  const paths = globSync('src/**/messages/messages.ts', { cwd: root }).map((path) => join(root, path))
  return new Map(
    await Promise.all(
      paths.map(async (path) => {
        const names = [...writtenLanguages, 'specified']
        const texts = await Promise.all(names.map(async (name) => [name, await readTexts(dirname(path), name)] as const))
        return [folderOf(path), withCommon(Object.fromEntries(texts) as unknown as Catalogues)] as const
      }),
    ),
  )
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Whether a message is a text without values and tags, in every language. */
function isPlain(from: Catalogues, key: string): boolean {
  const { specified, ...written } = from
  const choice = specified[key]
  const texts = [...Object.values(written).map((each) => each[key]), ...(typeof choice === 'object' ? Object.values(choice) : [])]
  return texts.every((text) => text === undefined || typeof compile(text) === 'string')
}

/**
 * A module with a mark in the place of each message, which `localizePages` turns into the text of a reading. Throws on a message
 * that the catalogues lack, and on a use of messages that has no name, whose text could not be found before it runs.
 */
export function markMessages(code: string, fileName: string, catalogues: ReadonlyMap<string, Catalogues>): string {
  const edits: Edit[] = []
  const locals = new Map<string, string>()
  const { program } = parseSync(fileName, code)
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !isMessages.test(statement.source.value)) continue
    const folder = folderOf(pathOf(statement.source.value, fileName))
    for (const { local } of statement.specifiers) locals.set(local.name, folder)
    edits.push({ start: statement.start, end: statement.end, text: '' })
  }
  const helpers = new Set<string>()
  let namesLanguages = false
  const mark = (kind: MarkKind, folder: string, key: string) => JSON.stringify(markOf(kind, folder, key))
  const missing = (key: string) => new Error(`${relative(root, fileName)}: no catalogue has the message ${key}`)
  const compiledCall = (key: string, folder: string) => {
    const from = catalogues.get(folder)
    const text = from?.en[key]
    if (!from || text === undefined) throw missing(key)
    if (isPlain(from, key)) return { plain: mark('text', folder, key) }
    const helper = text.includes('</') ? 'formatParts' : 'formatMessage'
    helpers.add(helper)
    return { call: `$${helper}(${mark('compiled', folder, key)}, ${mark('language', folder, key)}, ` }
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
      const inner = node.object.type === 'MemberExpression' ? keyOf(node.object) : null
      if (inner && !node.computed && node.property.type === 'Identifier' && node.property.name === 'lang') {
        taken.add(node.object.start)
        if (catalogues.get(inner.from)?.en[inner.key] === undefined) throw missing(inner.key)
        return edits.push({ start: node.start, end: node.end, text: mark('lang', inner.from, inner.key) })
      }
      const used = keyOf(node)
      if (!used || taken.has(node.start)) return
      const { plain, call } = compiledCall(used.key, used.from)
      // What shows a message says its language; only a quoted one may have another than the page.
      const isQuoted = typeof catalogues.get(used.from)?.specified[used.key] === 'string'
      const message = isQuoted ? `$withLang(() => ${plain}, ${mark('lang', used.from, used.key)})` : `(() => ${plain})`
      if (isQuoted && plain !== undefined) namesLanguages = true
      edits.push({
        start: node.start,
        end: node.end,
        text: plain === undefined ? `((values) => ${call}values))` : message,
      })
    },
  }).visit(program)
  let result = code
  for (const { start, end, text } of edits.sort((one, other) => other.start - one.start || other.end - one.end)) {
    result = result.slice(0, start) + text + result.slice(end)
  }
  const imports = [...helpers].map((helper) => `${helper} as $${helper}`)
  if (imports.length > 0) result = `import { ${imports.join(', ')} } from '#platform/messages/format.ts'\n${result}`
  return namesLanguages ? `import { withLang as $withLang } from '#platform/domain/languages.ts'\n${result}` : result
}

/** Puts texts into the pages when they are built, once for each reading, so that they load no catalogues. */
export function inlinedMessages(): Plugin {
  let catalogues: Promise<ReadonlyMap<string, Catalogues>>
  let outDir = ''
  let isBuild = false
  return {
    name: 'inline-messages',
    enforce: 'pre',
    configResolved(config) {
      isBuild = config.command === 'build'
      outDir = resolve(config.root, config.build.outDir)
      catalogues = readCatalogues()
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /\/messages\/messages\.ts'/ },
      async handler(code, id) {
        return isBuild ? { code: markMessages(code, id, await catalogues), map: null } : null
      },
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (isBuild) return html
        return withTexts(html, await catalogues, defaultReading, true)
      },
    },
    closeBundle: async () => {
      if (isBuild) localizePages(outDir, await catalogues)
    },
  }
}
