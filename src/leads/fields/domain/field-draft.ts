import { isBuiltIn, waysToReach } from '#leads/leads/domain/lead-fields.ts'
import { texts } from '#platform/domain/languages.ts'
import { type Names, sameNames } from '#platform/domain/names.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'
import { isSearchedKind } from './field-value.ts'
import { type FieldKind, type FieldNeed, type FieldOptions, isChoice, isFromBeginning, type PartnerAccess } from './fields.ts'

export const fieldNameMax = 60
export const fieldHelpMax = 200
export const optionNameMax = 60
export const maxOptions = 50
/** Custom fields, those that are archived included. */
export const maxCustomFields = 60
/** A list that is saved has those that keep values which did not fit, too. */
export const maxFields = 200
export const maxOnCard = 2

/** A field being edited. Its key, place and whether it is archived are changed apart. */
export interface FieldDraft extends FieldNeed {
  readonly kind: FieldKind
  /** Empty for a built-in field that has its usual label. */
  readonly name: string
  readonly names: Names
  readonly help: string
  readonly helps: Names
  readonly options: FieldOptions
  readonly partner: PartnerAccess
  readonly staffEdits: boolean
  /** Clients fill it in, in the form behind a partner’s link. */
  readonly onIntroductions: boolean
  readonly searchable: boolean
  readonly onCard: boolean
  readonly inList: boolean
  /** Values are about the client’s person: an erasure empties them. */
  readonly aboutPerson: boolean
}

/** A message beside a field of the form. */
export const fieldMessages = texts({
  name: m.nameMissing,
  nameTwice: m.nameTwice,
  optionKey: m.keyUnfit,
  optionName: m.optionNameMissing,
})

/** The keys of a draft that a built-in field has for good. */
const fixed = ['kind', 'partner', 'staffEdits', 'onIntroductions', 'searchable', 'onCard', 'inList'] as const

/** Built-in fields as every portal has them, but for what staff change of them. */
export const builtInDraft = {
  partner: 'edits',
  staffEdits: true,
  onIntroductions: false,
  searchable: false,
  onCard: false,
  inList: false,
}

interface OtherField {
  readonly key: string
  readonly name: string
  readonly onCard: boolean
  readonly isOpen: boolean
}

const folded = (name: string) => name.trim().toLocaleLowerCase('fr')

function optionErrors({ kind, options }: FieldDraft): FieldError[] {
  const at = (path: string, message: string) => [{ path, message }]
  if (!isChoice(kind)) return options.length === 0 ? [] : at('options', m.optionsOfChoicesOnly())
  if (options.length === 0) return at('options', m.optionMissing())
  const double = options.findIndex(({ key }, index) => options.findIndex((option) => option.key === key) < index)
  return double < 0 ? [] : at(`options.${double}.key`, m.optionKeyTwice())
}

function builtInErrors(key: string, draft: FieldDraft): FieldError[] {
  const changed = fixed.find((name) => name !== 'kind' && draft[name] !== builtInDraft[name])
  if (changed) return [{ path: changed, message: m.builtInFixed() }]
  if (key === 'name' && !isFromBeginning(draft)) return [{ path: 'required', message: m.nameStays() }]
  return optionErrors(draft)
}

/** What is wrong with a draft of the field `key` beside the others of the list, each at the field to correct. */
export function fieldErrors(key: string, draft: FieldDraft, others: readonly OtherField[]): FieldError[] {
  const at = (path: keyof FieldDraft, message: string): FieldError[] => [{ path, message }]
  const open = others.filter((other) => other.key !== key && other.isOpen)
  const name = folded(draft.name)
  if (name !== '' && open.some((other) => folded(other.name) === name)) return at('name', fieldMessages.nameTwice)
  if (!draft.required && draft.requiredFrom !== null) return at('requiredFrom', m.notRequiredFrom())
  if (isBuiltIn(key)) return builtInErrors(key, draft)
  if (draft.kind === 'offer') return at('kind', m.offerIsBuiltIn())
  if (name === '') return at('name', fieldMessages.name)
  const ofOptions = optionErrors(draft)
  if (ofOptions.length > 0) return ofOptions
  if (draft.partner !== 'edits' && !draft.staffEdits && !draft.onIntroductions) return at('staffEdits', m.nobodyEdits())
  if (draft.searchable && !isSearchedKind(draft.kind)) return at('searchable', m.kindNotSearched())
  const tooMany = draft.onCard && open.filter((other) => other.onCard).length >= maxOnCard
  return tooMany ? at('onCard', m.cardIsFull({ max: maxOnCard })) : []
}

/** Why a field cannot be hidden beside the others; null if it can: a lead keeps its name, and one way to reach its client. */
export function hidingError(key: string, others: readonly Pick<OtherField, 'key' | 'isOpen'>[]): string | null {
  if (key === 'name') return m.nameStays()
  const isWay = (each: string) => waysToReach.some((way) => way === each)
  if (!isWay(key) || others.some((other) => other.key !== key && other.isOpen && isWay(other.key))) return null
  return m.oneWayStays()
}

const plain = [...fixed, 'aboutPerson', 'name', 'help', 'required', 'requiredFrom'] as const

export const sameOptions = (one: FieldOptions, other: FieldOptions) =>
  one.length === other.length &&
  one.every(({ key, name, names }, index) => {
    const twin = other[index]
    return twin?.key === key && twin.name === name && sameNames(twin.names, names)
  })

/** Whether two drafts are equal; detects concurrent edits. */
export const sameField = (one: FieldDraft, other: FieldDraft) =>
  plain.every((field) => one[field] === other[field]) &&
  sameNames(one.names, other.names) &&
  sameNames(one.helps, other.helps) &&
  sameOptions(one.options, other.options)
