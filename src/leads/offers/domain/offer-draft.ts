import { texts } from '#platform/domain/languages.ts'
import { type Names, sameNames } from '#platform/domain/names.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'
import type { OfferAmounts, OfferWords } from './offers.ts'

export const offerNameMax = 60
export const offerTextMax = 500
export const maxOffers = 40

/** An offer being edited. Its key, place and whether it is archived are changed apart. */
export interface OfferDraft extends OfferWords, OfferAmounts {
  /** What partners and clients read about it. */
  readonly description: string
  readonly descriptions: Names
  /** Clients choose among these in the form of an introduction link. */
  readonly onIntroductions: boolean
}

/** A message beside a field of the form. */
export const offerMessages = texts({
  name: m.nameMissing,
  staffName: m.staffNameMissing,
  halfRange: m.rangeIncomplete,
  rangeReversed: m.leastAboveMost,
  suggestedOutside: m.suggestedOutOfRange,
  suggestedNothing: m.suggestedNothing,
})

type OfferErrorPath = 'suggestedCents' | 'leastCents' | 'mostCents'

/** What the amounts of a draft say against each other, each at the field to correct. */
export function offerErrors({ suggestedCents, leastCents, mostCents }: OfferAmounts): FieldError[] {
  const at = (path: OfferErrorPath, message: string) => [{ path, message }]
  if (leastCents !== null && mostCents === null) return at('mostCents', offerMessages.halfRange)
  if (leastCents === null && mostCents !== null) return at('leastCents', offerMessages.halfRange)
  if (leastCents !== null && mostCents !== null && leastCents > mostCents) return at('mostCents', offerMessages.rangeReversed)
  if (suggestedCents === null) return []
  if (suggestedCents === 0) return at('suggestedCents', offerMessages.suggestedNothing)
  const isOutside = leastCents !== null && mostCents !== null && (suggestedCents < leastCents || suggestedCents > mostCents)
  return isOutside ? at('suggestedCents', offerMessages.suggestedOutside) : []
}

const fields = ['name', 'staffName', 'description', 'suggestedCents', 'leastCents', 'mostCents', 'onIntroductions'] as const
const namesFields = ['names', 'staffNames', 'descriptions'] as const

/** Whether two drafts are equal; detects concurrent edits. */
export function sameOffer(one: OfferDraft, other: OfferDraft): boolean {
  return fields.every((field) => one[field] === other[field]) && namesFields.every((field) => sameNames(one[field], other[field]))
}
