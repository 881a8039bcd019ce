import type { FieldRow } from '#leads/fields/server/queries.ts'
import { isBuiltIn } from '#leads/leads/domain/lead-fields.ts'
import { nameFor, proposedAmount } from '#leads/offers/domain/offers.ts'
import { draftOf } from '#leads/offers/server/present.ts'
import type { OfferRow } from '#leads/offers/server/queries.ts'
import { kindOfStage } from '#leads/stages/domain/stages.ts'
import type { StageRow } from '#leads/stages/server/queries.ts'
import { foreignLanguage, nameIn } from '#platform/domain/names.ts'
import type { ReadableField, ReadableOffer, ReadableStage } from '../api.ts'

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

/** A stage as a side reads it, in the language of the request. */
export const presentReadableStage = (row: StageRow, isStaff: boolean): ReadableStage => ({
  key: row.key,
  kind: kindOfStage(row.key),
  name: nameIn(row),
  nameLanguage: foreignLanguage(row),
  colour: row.colour,
  countsAsCall: row.counts_as_call,
  mayEnter: isStaff ? row.staff_enters : row.partner_enters,
  mayLeave: isStaff ? row.staff_leaves : row.partner_leaves,
  asks: row.asks,
  staleAfterDays: row.stale_after_days,
  isOnBoard: row.archived_at === null,
})

/** A field as a side reads it, in the language of the request. */
export const presentReadableField = (row: FieldRow, isStaff: boolean): ReadableField => ({
  key: row.key,
  isBuiltIn: isBuiltIn(row.key),
  kind: row.kind,
  name: nameIn(row),
  nameLanguage: row.name === '' ? null : foreignLanguage(row),
  help: nameIn({ name: row.help, names: row.helps }),
  options: row.options.map((option) => ({ key: option.key, name: nameIn(option) })),
  required: row.required,
  requiredFrom: row.required_from,
  mayEdit: isStaff ? row.staff_edits : row.partner_access === 'edits',
  isHiddenFromPartners: isStaff && row.partner_access === 'none',
  searchable: row.searchable,
  onCard: row.on_card,
  inList: row.in_list,
  isOpen: row.archived_at === null,
})
