import type { EditedOffer } from '../api/offers.ts'
import type { OfferDraft } from '../domain/offer-draft.ts'
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
