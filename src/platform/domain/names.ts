import { currentReading, type Reading, type WrittenLanguage, writtenIn, writtenLanguages } from './languages.ts'
import { manyLines } from './typed-text.ts'

/** A name in some of the languages that texts are written in. */
export type Names = Readonly<Partial<Record<WrittenLanguage, string>>>

/** What the provider has named: the name that everybody reads, and its names in single languages. */
export interface Named {
  readonly name: string
  readonly names: Names
}

/**
 * The name as somebody reads it. In `specified` it is the name itself, as the provider typed it; so it is in a language that has
 * none of its own.
 */
export function nameIn({ name, names }: Named, { language }: Reading = currentReading()): string {
  return (language === 'specified' ? undefined : names[language]) ?? name
}

/**
 * The language of a name as somebody reads it, where it is another one than that of the page around it: a name is in a
 * language if it is the name in that language. Null also where nothing tells.
 */
export function foreignLanguage(named: Named, reading: Reading = currentReading()): WrittenLanguage | null {
  const own = writtenIn(reading)
  const text = nameIn(named, reading)
  if (named.names[own] === text) return null
  return writtenLanguages.find((language) => named.names[language] === text) ?? null
}

/** The languages without a name of their own. */
export function missingNames(names: Names): WrittenLanguage[] {
  return writtenLanguages.filter((language) => !names[language])
}

/** Names as they are stored: trimmed, and none where nothing is typed. */
export function trimmedNames(names: Names): Names {
  const trimmed = writtenLanguages.map((language) => [language, manyLines(names[language] ?? '')] as const)
  return Object.fromEntries(trimmed.filter(([, name]) => name)) as Names
}

export function sameNames(one: Names, other: Names): boolean {
  return writtenLanguages.every((language) => one[language] === other[language])
}
