import { isLost } from '#leads/stages/domain/stages.ts'
import { type Named, type Names, nameIn } from '#platform/domain/names.ts'

/** How a field is typed, checked and shown. Only the built-in field of the offer is of the last kind. */
export const fieldKinds = [
  ...(['text', 'long_text', 'number', 'amount', 'date', 'choice', 'choices', 'yes_no'] as const),
  ...(['email', 'phone', 'link', 'siren', 'siret', 'offer'] as const),
] as const
export type FieldKind = (typeof fieldKinds)[number]

/** Kinds that a custom field can have. */
export const customFieldKinds = fieldKinds.filter((kind) => kind !== 'offer')
export type CustomFieldKind = Exclude<FieldKind, 'offer'>

/** What somebody types, which may name or describe a person. */
export const isTyped = (kind: FieldKind) => ['text', 'long_text', 'email', 'phone', 'link'].includes(kind)

/** A field whose file is of before and does not say whether it is about a person: its kind does. */
export const asTold = <Field extends { readonly kind: FieldKind; readonly aboutPerson?: boolean | undefined }>(field: Field) => ({
  ...field,
  aboutPerson: field.aboutPerson ?? isTyped(field.kind),
})

export const isChoice = (kind: FieldKind) => kind === 'choice' || kind === 'choices'

/** What partners do with a field: nothing, since they do not know of it; read it; or fill it in. */
export const partnerAccesses = ['none', 'reads', 'edits'] as const
export type PartnerAccess = (typeof partnerAccesses)[number]

/**
 * A stored value: text, a number, whole cents of an amount, a day ('2026-11-26'), the key of an option, keys of options in
 * their order, or yes and no. An empty field has none.
 */
export type FieldValue = string | number | boolean | readonly string[]

/** Values by the keys of their fields. */
export type FieldValues = Readonly<Record<string, FieldValue>>

/** Values of a change: null empties a field, and one that is left out stays as it is. */
export type FieldChanges = Readonly<Record<string, FieldValue | null>>

/** What can be chosen. Its key never changes. */
export interface FieldOption extends Named {
  readonly key: string
}

/** Choices in their order. */
export type FieldOptions = readonly FieldOption[]

/** What is known of a field where its values are checked and told. */
export interface ValueField {
  readonly key: string
  readonly kind: FieldKind
  readonly options: FieldOptions
}

/** When a field has to be filled in. */
export interface FieldNeed {
  readonly required: boolean
  /** The stage from which on it is; null: from the beginning. */
  readonly requiredFrom: string | null
}

/**
 * Whether a lead in a stage needs the field. `stages` are those of the board in their order. A lost lead needs nothing but what
 * its own stage asks for.
 */
export function isRequiredIn({ required, requiredFrom }: FieldNeed, stage: string, stages: readonly string[]): boolean {
  if (!required) return false
  if (requiredFrom === null || requiredFrom === stage) return requiredFrom !== null || !isLost(stage)
  const [from, at] = [stages.indexOf(requiredFrom), stages.indexOf(stage)]
  return from >= 0 && from <= at && !isLost(stage)
}

/** Whether each new lead needs the field. */
export const isFromBeginning = ({ required, requiredFrom }: FieldNeed) => required && requiredFrom === null

export const sameKinds = (one: ValueField, other: ValueField) => one.kind === other.kind

/** What a file may call a field or an option: its key, and its names in every language. */
export const namesOf = ({ key, name, names }: { readonly key: string; readonly name: string; readonly names: Names }) =>
  [key, name, ...Object.values(names)].filter((each) => each !== '')

export const optionName = ({ options }: Pick<ValueField, 'options'>, key: string): string => {
  const option = options.find((each) => each.key === key)
  return option ? nameIn(option) : key
}
