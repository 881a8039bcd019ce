import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import type { WrittenLanguage } from '../src/platform/domain/languages.ts'

interface Wording {
  /** The terms of the glossary, and what the specification quotes. */
  readonly allowed: readonly RegExp[]
  /** Words that must not be used, with the term that says the same. */
  readonly banned: readonly { readonly words: RegExp; readonly term: string }[]
}

/** A language that the table of terms has no columns for may use any word. */
export type Glossary = Readonly<Partial<Record<WrittenLanguage, Wording>>>

const wordsOf = (cell: string) =>
  cell
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** A word or phrase by itself, in the singular or plural; `*` stands for any ending. */
const patternOf = (phrase: string) =>
  phrase
    .split(/[ -]/)
    .map((word) => (word.endsWith('*') ? `${word.slice(0, -1)}[\\p{L}]*` : `${word}(?:s|es|x)?`))
    .join('[\\s-]')

const wholeWords = (phrase: string) => new RegExp(`(?<![\\p{L}-])${patternOf(phrase)}(?![\\p{L}-])`, 'giu')

/** Reads the table of terms and the quoted words of docs/glossary.md. */
export function readGlossary(markdown: string): Glossary {
  const [, section = ''] = /^## Words that people read$(.*?)^## /ms.exec(markdown) ?? []
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const [, quotes = ''] = /since the specification quotes them:(.*)/s.exec(section) ?? []
  const quoted = [...quotes.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
  const wordingOf = (termAt: number, bannedAt: number): Wording => ({
    allowed: [...rows.flatMap((row) => wordsOf(row[termAt] ?? '')), ...quoted].map(wholeWords),
    banned: rows.flatMap((row) =>
      wordsOf(row[bannedAt] ?? '').map((word) => ({ words: wholeWords(word), term: wordsOf(row[termAt] ?? '')[0] ?? '' })),
    ),
  })
  return { fr: wordingOf(1, 4), en: wordingOf(2, 5) }
}

/** What a message says, without the names of its values; `·` stands in their place. */
export function literalText(message: string): string {
  const say = (elements: readonly MessageFormatElement[]): string =>
    elements
      .map((each) => {
        if (isLiteralElement(each)) return each.value
        if (isTagElement(each)) return say(each.children)
        if (isPoundElement(each)) return '·'
        if (!isPluralElement(each) && !isSelectElement(each)) return '·'
        return Object.values(each.options)
          .map(({ value }) => say(value))
          .join(' · ')
      })
      .join('')
  return say(parse(message))
}

/** The words of a message that the glossary says otherwise, as sentences. A longer term shields the words that it is made of. */
export function misused(message: string, language: WrittenLanguage, glossary: Glossary): string[] {
  const { allowed = [], banned = [] } = glossary[language] ?? {}
  const text = literalText(message).replaceAll("'", '’')
  const places = (words: RegExp) =>
    [...text.matchAll(words)].map((match) => ({ word: match[0], start: match.index, end: match.index + match[0].length }))
  const terms = allowed.flatMap(places)
  return banned.flatMap(({ words, term }) =>
    places(words)
      .filter(({ start, end }) => !terms.some((each) => each.start <= start && each.end >= end))
      .map(({ word }) => `“${word}”: say “${term}”`),
  )
}
