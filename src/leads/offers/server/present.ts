import type { ReadableOffer } from '#leads/lead-settings/api.ts'
import { foreignLanguage, nameIn } from '#platform/domain/names.ts'
import type { EditedOffer } from '../api/offers.ts'
import type { OfferDraft } from '../domain/offer-draft.ts'
import { nameFor, proposedAmount } from '../domain/offers.ts'
import type { OfferRow } from './queries.ts'

/** The fields of an offer that its form has. */
export const draftOf = (row: OfferRow): OfferDraft => ({
  name: row.name,
  names: row.names,
  staffName: row.staff_name,
  staffNames: row.staff_names,
  description: row.description,
  descriptions: row.descriptions,
  suggestedCents: row.suggested_cents,
  leastCents: row.least_cents,
  mostCents: row.most_cents,
  onIntroductions: row.on_introductions,
})

export const presentEdited = (row: OfferRow): EditedOffer => ({
  ...draftOf(row),
  key: row.key,
  archivedAt: row.archived_at?.toISOString() ?? null,
  isUsed: row.used_at !== null,
  changedAt: row.changed_at.toISOString(),
})

/** An offer as a side reads it, in the language of the request. */
export function presentReadable(row: OfferRow, isStaff: boolean): ReadableOffer {
  const draft = draftOf(row)
  const name = nameFor(draft, isStaff)
  return {
    key: row.key,
    name: nameIn(name),
    nameLanguage: foreignLanguage(name),
    description: nameIn({ name: row.description, names: row.descriptions }),
    proposedCents: proposedAmount(draft),
    isSuggested: draft.suggestedCents !== null,
    leastCents: draft.leastCents,
    mostCents: draft.mostCents,
    isOpen: row.archived_at === null,
  }
}
