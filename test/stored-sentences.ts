import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import type { Portal } from '#platform/server/portal.ts'
import { firstTaglines } from '#provider/programme/domain.ts'

const root = join(import.meta.dirname, '..')

/** Fewer words are names and labels, which people type as well. */
const minWords = 3

/**
 * Columns that keep words as somebody saw or typed them: titles, what people agreed to, what was issued or sent, and answers that
 * are repeated to whoever asked. Everything else keeps facts, since its readers have languages of their own.
 */
const shownWords: ReadonlySet<string> = new Set([
  'client_confirmations.consent_text',
  'contract_template_versions.body',
  'contract_template_versions.title',
  'contract_templates.name',
  'contract_texts.body',
  'contract_texts.title',
  'contracts.title',
  'contracts.title_key',
  'das2_exports.file_text',
  'das2_exports.table_text',
  'files.name',
  'idempotency_keys.response',
  'invoices.content',
  'lead_receipts.content',
  'mails.subject',
  'notice_texts.sections',
  'payouts.statement',
  'signatures.evidence',
])

interface Sentence {
  readonly words: readonly string[]
  readonly message: string
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}’']+/gu) ?? []
const startOf = (words: readonly string[], at = 0) => words.slice(at, at + minWords).join(' ')

/** The runs of words of a message that stand between its values. */
function literalsIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((each) => {
    if (isLiteralElement(each)) return [each.value]
    if (isTagElement(each)) return literalsIn(each.children)
    if (isPluralElement(each) || isSelectElement(each)) {
      return Object.values(each.options).flatMap(({ value }) => literalsIn(value))
    }
    return []
  })
}

/** Sentences of all catalogues, by their first words. */
async function readSentences(): Promise<ReadonlyMap<string, readonly Sentence[]>> {
  const files = globSync('src/**/messages/{en,fr,specified}.ts', { cwd: root })
  const catalogues = await Promise.all(
    files.map(async (file) => [file, (await import(pathToFileURL(join(root, file)).href)).default as object] as const),
  )
  const sentences = catalogues.flatMap(([file, messages]) =>
    Object.entries(messages).flatMap(([key, text]) => {
      const texts = file.endsWith('specified.ts') ? (typeof text === 'object' ? Object.values(text) : []) : [String(text)]
      return texts
        .flatMap((each) => literalsIn(parse(String(each))))
        .map((literal) => ({ words: wordsIn(literal), message: `${key} of ${file}` }))
        .filter(({ words }) => words.length >= minWords)
    }),
  )
  return Map.groupBy(sentences, ({ words }) => startOf(words))
}

let sentences: ReturnType<typeof readSentences> | undefined

function stringsIn(value: unknown, path: string): (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (Array.isArray(value)) return value.flatMap((each) => stringsIn(each, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => stringsIn(each, `${path}.${key}`))
}

function messageIn(text: string, all: ReadonlyMap<string, readonly Sentence[]>): string | null {
  const words = wordsIn(text)
  for (let at = 0; at + minWords <= words.length; at += 1) {
    const hit = all.get(startOf(words, at))?.find((sentence) => sentence.words.every((word, index) => words[at + index] === word))
    if (hit) return hit.message
  }
  return null
}

/**
 * Strings of events and tables that hold words of the catalogues, as 'commissions.description: "…" (refundReason of …)'.
 * `typed` is what the caller's persons have typed, which is a fact whatever its words; the tagline that a portal begins with is
 * staff's own, too.
 */
export async function storedSentences(portal: Portal, typed: readonly string[] = []): Promise<string[]> {
  sentences ??= readSentences()
  const all = await sentences
  const own = [...typed, ...Object.values(firstTaglines())]
  return portal.database.asOwner(async (run) => {
    const { rows: tables } = await run("select tablename as name from pg_tables where schemaname = 'public' order by 1")
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await run(`select to_jsonb(t) as row from ${String(name)} t`)
      for (const { row } of rows) {
        const columns = (typeof row === 'string' ? JSON.parse(row) : row) as object
        for (const [column, value] of Object.entries(columns)) {
          const path = `${String(name)}.${column}`
          if (shownWords.has(path)) continue
          const table = name === 'events' ? `event ${String((columns as { name?: string }).name)}: ${path}` : path
          for (const [where, text] of stringsIn(value, table)) {
            if (!/\s/.test(text) || own.includes(text)) continue
            const message = messageIn(text, all)
            if (message) found.push(`${where}: "${text}" (${message})`)
          }
        }
      }
    }
    return [...new Set(found)].sort()
  })
}
