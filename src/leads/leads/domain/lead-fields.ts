import type { FieldKind, ValueField } from '#leads/fields/domain/fields.ts'
import { textOf, type Words } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** Kinds whose value a column of `leads` can hold: whole cents of an amount, of all others a text. */
type BuiltInKind = Exclude<FieldKind, 'number' | 'choice' | 'choices' | 'yes_no'>

export interface BuiltInField {
  readonly kind: BuiltInKind
  /** The column of `leads` that holds the value: lists, policies and money need it there. */
  readonly column: string
  /** What a portal begins with; staff may decide otherwise. An optional field is empty when it is left out of a new lead. */
  readonly required: boolean
  /** The shortest length, in characters. */
  readonly min?: number
  readonly max?: number
  /** What forms, details and history call it. */
  readonly label: Words
  /** What files call it, where that is something else. */
  readonly title?: Words
  /** What is said of a text that is too short, and of one that is too long or that the kind does not take. */
  readonly tooShort?: Words
  readonly invalid?: Words
}

/**
 * The fields that every lead has, in the order of the specification's form. They are rows of the list of fields like those that
 * staff add (`lead_fields`, by the same keys): forms, changes, import, export, history, details and search walk them. The key of
 * a new one has a capital letter, which keys of staff cannot have. docs/tasks.md lists the steps.
 */
export const leadFields = {
  name: {
    kind: 'text',
    column: 'name',
    required: true,
    min: 2,
    max: 100,
    label: m.contactName,
    title: m.name,
    tooShort: m.nameTooShort,
    invalid: m.nameTooLong,
  },
  company: {
    kind: 'text',
    column: 'company',
    required: true,
    min: 2,
    max: 100,
    label: m.company,
    tooShort: m.companyTooShort,
    invalid: m.companyTooLong,
  },
  email: { kind: 'email', column: 'email', required: true, max: 255, label: m.columnEmail, invalid: m.emailInvalid },
  phone: { kind: 'phone', column: 'phone', required: false, max: 50, label: m.phone, invalid: m.phoneTooLong },
  website: { kind: 'link', column: 'website', required: false, max: 2048, label: m.website, invalid: m.urlInvalid },
  estimatedAmountCents: {
    kind: 'amount',
    column: 'estimated_amount_cents',
    required: true,
    label: m.estimatedAmount,
    title: m.amount,
  },
  offerType: {
    kind: 'offer',
    column: 'offer_type',
    required: true,
    label: m.offerType,
    title: m.offer,
    invalid: m.offerMissing,
  },
  notes: { kind: 'long_text', column: 'notes', required: false, max: 1000, label: m.notes, invalid: m.notesTooLong },
} as const satisfies Readonly<Record<string, BuiltInField>>

export type LeadField = keyof typeof leadFields
export type OptionalLeadField = {
  [F in LeadField]: (typeof leadFields)[F]['required'] extends false ? F : never
}[LeadField]

/** What a lead holds in a field: an empty text, or 0 of an amount, where it has none. */
export type LeadValue<F extends LeadField> = (typeof leadFields)[F]['kind'] extends 'amount' ? number : string
export type LeadValues = { [F in LeadField]: LeadValue<F> }

export const leadFieldNames = Object.keys(leadFields) as readonly LeadField[]
export const builtInField = (field: LeadField): BuiltInField => leadFields[field]
export const requiredLeadFields = leadFieldNames.filter((field) => leadFields[field].required)

export const isBuiltIn = (key: string): key is LeadField => Object.hasOwn(leadFields, key)

/** What a field is called: as staff name it, or by the usual label of a built-in one. */
export const labelOf = ({ key, name }: { readonly key: string; readonly name: string }): string =>
  name || (isBuiltIn(key) ? textOf(leadFields[key].label) : key)

/** The ways to reach a client: one of them stays in forms, and a lead has one of them. */
export const waysToReach: readonly LeadField[] = ['email', 'phone']

/** A built-in field as its values are read and told; the choices of the offer are those of the programme. */
export const valueFieldOf = (field: LeadField): ValueField => ({ key: field, kind: leadFields[field].kind, options: [] })

/** A record over all fields of a lead, in their order. */
export function mapLeadFields<T>(toValue: (field: LeadField) => T): Record<LeadField, T> {
  return Object.fromEntries(leadFieldNames.map((field) => [field, toValue(field)])) as Record<LeadField, T>
}
