import {
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import {
  type Language,
  type Reading,
  readingIn,
  setReadingSource,
  type WrittenLanguage,
  writtenLanguages,
} from '#platform/domain/languages.ts'
import { textFor } from '#platform/messages/catalogue.ts'
import type { Catalogues } from '#platform/messages/texts.ts'
import { readCatalogues } from '../../tools/inline-messages.ts'

/** From here on, messages and amounts in the test are what somebody reads in this language. */
export function readIn(language: Language, side: WrittenLanguage = 'fr'): Reading {
  const reading = readingIn(language, side)
  setReadingSource(() => reading)
  return reading
}

/** A text as a reader sees it, whatever the kind and number of its spaces. */
export const seen = (text: string): string => text.replace(/\s+/g, ' ').trim()

const wordCount = (text: string) => text.match(/\p{L}{2,}/gu)?.length ?? 0
const isPlain = (text: string) => !/[{<]/.test(text)

/** A message without its values: a regular expression, and how many words are said whatever the values are. */
interface Pattern {
  readonly source: string
  readonly words: number
}

const literal = (text: string): Pattern => ({
  source: text
    .split(/\s+/)
    .map((word) => word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
    .join('\\s'),
  words: wordCount(text),
})

/** Matches texts that have these parts, with something between each two of them. */
export const textWith = (parts: readonly string[]): RegExp =>
  new RegExp(`^${parts.map((part) => literal(part).source).join('.+')}$`, 'u')

const joined = (parts: readonly Pattern[]): Pattern => ({
  source: parts.map(({ source }) => source).join(''),
  words: parts.reduce((sum, each) => sum + each.words, 0),
})

function patternOf(element: MessageFormatElement): Pattern {
  if (isLiteralElement(element)) return literal(element.value)
  if (!isPluralElement(element) && !isSelectElement(element)) return { source: '.+', words: 0 }
  const options = Object.values(element.options).map(({ value }) => joined(value.map(patternOf)))
  return { source: `(?:${options.map(({ source }) => source).join('|')})`, words: Math.min(...options.map((each) => each.words)) }
}

/** The patterns of a message: what stands between tags is an element of its own on a page. */
function patternsOf(elements: readonly MessageFormatElement[]): Pattern[] {
  const at = elements.findIndex(isTagElement)
  const tag = elements[at]
  if (!tag || !isTagElement(tag)) return [joined(elements.map(patternOf))]
  return [joined(elements.slice(0, at).map(patternOf)), ...patternsOf(tag.children), ...patternsOf(elements.slice(at + 1))]
}

/** The texts of a message of which at least two words do not depend on values. */
const tellingPatterns = (text: string): RegExp[] =>
  patternsOf(parse(text))
    .filter(({ words }) => words > 1)
    .map(({ source }) => new RegExp(`^${source.replace(/^(\\s)+|(\\s)+$/g, '')}$`, 'u'))

/** A text of a page. */
export interface ShownText {
  readonly text: string
  /** The language that the page says that the text is in; undefined for a name, which cannot say one of its own. */
  readonly lang?: string | undefined
}

/** All texts of the portal, as one reading says them. */
export class ReadTexts {
  /** Plain texts of this reading, and the languages that it says them in. */
  readonly #own = new Map<string, Set<WrittenLanguage>>()
  readonly #ownPatterns: RegExp[] = []
  /** Plain texts that only other readings say. */
  readonly #foreign = new Map<string, WrittenLanguage>()
  readonly #foreignPatterns: (readonly [RegExp, WrittenLanguage])[] = []
  readonly #judgements = new Map<string, WrittenLanguage | null>()

  private constructor(reading: Reading, catalogues: Iterable<Catalogues>) {
    for (const each of catalogues) {
      for (const key of Object.keys(each.en)) {
        const own = textFor(each, key, reading)
        if (own) this.#addOwn(own.text, own.language)
        for (const language of writtenLanguages) this.#addForeign(each[language][key] ?? '', language)
      }
    }
    for (const text of this.#own.keys()) this.#foreign.delete(text)
  }

  static async of(reading: Reading): Promise<ReadTexts> {
    return new ReadTexts(reading, (await readCatalogues()).values())
  }

  #addOwn(text: string, language: WrittenLanguage): void {
    if (!isPlain(text)) return void this.#ownPatterns.push(...tellingPatterns(text))
    this.#own.set(seen(text), (this.#own.get(seen(text)) ?? new Set()).add(language))
  }

  #addForeign(text: string, language: WrittenLanguage): void {
    if (isPlain(text)) this.#foreign.set(seen(text), language)
    else for (const pattern of tellingPatterns(text)) this.#foreignPatterns.push([pattern, language])
  }

  /** The language of a text that this reading does not say; null for one that is right, or not of the portal. */
  foreignLanguage(text: string): WrittenLanguage | null {
    const known = this.#judgements.get(text)
    if (known !== undefined) return known
    const judgement = this.#judge(text)
    this.#judgements.set(text, judgement)
    return judgement
  }

  #judge(text: string): WrittenLanguage | null {
    if (wordCount(text) < 2) return null
    const plain = this.#foreign.get(text)
    if (plain || this.#own.has(text) || this.#ownPatterns.some((pattern) => pattern.test(text))) return plain ?? null
    return this.#foreignPatterns.find(([pattern]) => pattern.test(text))?.[1] ?? null
  }

  /** The languages in which this reading says a plain text; none for what is not a text of the portal. */
  languagesOf(text: string): readonly WrittenLanguage[] {
    return [...(this.#own.get(text) ?? [])]
  }

  /** What is wrong with a text on a page: the language it is in, or the one that it is marked with. */
  errorOf({ text, lang }: ShownText, isWrittenByPeople: (text: string) => boolean): string | null {
    const foreign = isWrittenByPeople(text) ? null : this.foreignLanguage(text)
    if (foreign) return `is in '${foreign}'`
    const languages = this.languagesOf(text)
    if (lang === undefined || languages.length === 0 || languages.some((each) => each === lang)) return null
    return `is in '${languages.join("' and '")}', marked as '${lang}'`
  }
}
