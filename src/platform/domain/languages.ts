/** The languages that texts are written in. Each slice's `messages` folder has a catalogue for each of them. */
export const writtenLanguages = ['fr', 'en'] as const
export type WrittenLanguage = (typeof writtenLanguages)[number]

/** The language a page, mail or document is read in. `specified` is the specification's mixture of French and English. */
export type Language = WrittenLanguage | 'specified'

/**
 * How somebody reads the portal. In `specified`, texts that the specification does not quote are in the language of the side
 * that the reader is on.
 */
export interface Reading {
  readonly language: Language
  readonly side: WrittenLanguage
}

/** The locales whose plurals, numbers and dates go with a language. */
export const localeOf: Readonly<Record<WrittenLanguage, string>> = { fr: 'fr-FR', en: 'en-GB' }

export const languages = ['specified', ...writtenLanguages] as const satisfies readonly Language[]

/** A language by its name, in an address, a cookie or the database; null if the portal is not written in it. */
export const languageNamed = (name: string | null | undefined): Language | null => languages.find((each) => each === name) ?? null

/** The language of a document by its name; French for one that the portal is not written in. */
export const writtenLanguageNamed = (name: string): WrittenLanguage => writtenLanguages.find((each) => each === name) ?? 'fr'

export const documentReading = (language: string): Reading => readingIn(writtenLanguageNamed(language), 'fr')

/** The name of a reading, which its build of the pages has. */
export const readingName = ({ language, side }: Reading): string => (language === 'specified' ? `specified-${side}` : language)

/** The sides that `specified` has, in the languages of the specification: everybody outside, staff. */
const sides = ['fr', 'en'] as const satisfies readonly WrittenLanguage[]

/** Every way to read the portal: the pages are written out for each of them. */
export const readings: readonly Reading[] = [
  ...sides.map((side): Reading => ({ language: 'specified', side })),
  ...writtenLanguages.map((language): Reading => ({ language, side: language })),
]

/** The written language that a reader's own texts are in. */
export const writtenIn = ({ language, side }: Reading): WrittenLanguage => (language === 'specified' ? side : language)

export const readingNamed = (name: string | null | undefined): Reading =>
  readings.find((each) => readingName(each) === name) ?? defaultReading

/** How a person of a side reads the portal in a language. */
export const readingIn = (language: Language, side: WrittenLanguage): Reading =>
  language === 'specified' ? { language, side } : { language, side: language }

export const defaultReading: Reading = { language: 'specified', side: 'fr' }

let source: () => Reading = () => defaultReading
let fixed: Reading | null = null

/** How the texts that are made now are read. */
export const currentReading = (): Reading => fixed ?? source()

/** Makes texts of a document whose language does not depend on its reader. Its work may not wait for anything. */
export function inLanguageOf<T>(reading: Reading, work: () => T): T {
  const before = fixed
  fixed = reading
  try {
    return work()
  } finally {
    fixed = before
  }
}

/** Sets where the current reading comes from: the page in a browser, the request or the mail's receiver in the server. */
export function setReadingSource(read: () => Reading): void {
  source = read
}

/** The language that own texts are in now. */
export const currentLanguage = (): WrittenLanguage => writtenIn(currentReading())

/** The locale of numbers and dates now: French in `specified`, whatever the language of the words around them. */
export function currentLocale(): string {
  const { language } = currentReading()
  return localeOf[language === 'specified' ? 'fr' : language]
}

/**
 * A text in the language of whoever reads it, and that language where it is another one than the page's. What is made when a
 * module is loaded is a message, not a text.
 */
export type Message = (() => string) & { readonly lang?: WrittenLanguage | undefined }

/** A message, or the same words for everybody. */
export type Words = string | Message

export const textOf = (words: Words): string => (typeof words === 'function' ? words() : words)

/** The language of words, where it is another one than the page's. */
export const langOf = (words: Words): WrittenLanguage | undefined => (typeof words === 'function' ? words.lang : undefined)

/**
 * A message with its language, for the built pages alone: the build writes its uses (tools/inline-messages.ts).
 * @public
 * @__NO_SIDE_EFFECTS__
 */
export const withLang = (message: () => string, lang: WrittenLanguage | undefined): Message => Object.assign(message, { lang })

/**
 * A table of labels, each of which is read in the language of whoever reads it.
 * @__NO_SIDE_EFFECTS__
 */
export const texts = <K extends string>(messages: Readonly<Record<K, Message>>): Readonly<Record<K, string>> =>
  readLater<Readonly<Record<K, string>>>(messages)

/**
 * The same value with a getter in the place of each message.
 * @__NO_SIDE_EFFECTS__
 */
export const readLater = <Read>(value: object): Read => withGetters(value) as Read

function withGetters(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withGetters)
  if (typeof value !== 'object' || value === null) return value
  const properties = Object.entries(value).map(([key, each]: [string, unknown]) => {
    const content = typeof each === 'function' ? { get: each as Message } : { value: withGetters(each) }
    return [key, { ...content, enumerable: true }]
  })
  return Object.defineProperties({}, Object.fromEntries(properties))
}
