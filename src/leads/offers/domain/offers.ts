import type { Cents } from '#platform/domain/money.ts'
import type { Named, Names } from '#platform/domain/names.ts'

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

/** All that a file may call an offer: its names now and those that it had before. */
export interface NamedOffer {
  readonly key: string
  readonly names: readonly string[]
  /** New leads may take it. */
  readonly isOpen: boolean
}
