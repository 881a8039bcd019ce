import { currentReading, type Reading, type WrittenLanguage, writtenIn, writtenLanguages } from '#platform/domain/languages.ts'
import type { Cents } from '#platform/domain/money.ts'
import { type Named, type Names, nameIn } from '#platform/domain/names.ts'

/** Between which amounts deals of an offer usually are, and the amount that is proposed; null where nobody has said. */
export interface OfferAmounts {
  readonly suggestedCents: Cents | null
  readonly leastCents: Cents | null
  readonly mostCents: Cents | null
}

/** What a new lead's amount is proposed to be: what staff suggest, or else the middle of the range. */
export function proposedAmount({ suggestedCents, leastCents, mostCents }: OfferAmounts): Cents | null {
  if (suggestedCents !== null) return suggestedCents
  return leastCents === null || mostCents === null ? null : Math.round((leastCents + mostCents) / 2)
}

/** The names of an offer: what partners call it, and what staff call it. */
export interface OfferWords {
  readonly name: string
  readonly names: Names
  readonly staffName: string
  readonly staffNames: Names
}

/** The name that a side reads. */
export const nameFor = (words: OfferWords, isStaff: boolean): Named =>
  isStaff ? { name: words.staffName, names: words.staffNames } : words

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

/** All that a file may call an offer: its names now and those that it had before. */
export interface NamedOffer {
  readonly key: string
  readonly names: readonly string[]
  /** New leads may take it. */
  readonly isOpen: boolean
}
