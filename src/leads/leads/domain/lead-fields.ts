/**
 * How a field is typed, read and shown. `offer` is a kind of its own because its choices have labels that depend on the reader.
 */
export type LeadFieldKind = 'text' | 'email' | 'phone' | 'url' | 'money' | 'offer' | 'note'

interface LeadFieldRule {
  readonly kind: LeadFieldKind
  /** An optional field is empty when it is left out of a new lead. */
  readonly required: boolean
  /** The shortest length, in characters. */
  readonly min?: number
  readonly max?: number
}

/**
 * The fields that people fill in on a lead, in the order of the partner's form. Forms, changes, import, export, history and
 * details are derived from this list or are typed records over it: a record that lacks a field does not compile.
 * docs/tasks.md lists the steps for a new one.
 */
export const leadFields = {
  name: { kind: 'text', required: true, min: 2, max: 100 },
  company: { kind: 'text', required: true, min: 2, max: 100 },
  email: { kind: 'email', required: true, max: 255 },
  phone: { kind: 'phone', required: false, max: 50 },
  website: { kind: 'url', required: false, max: 2048 },
  estimatedAmountCents: { kind: 'money', required: true },
  offerType: { kind: 'offer', required: true },
  notes: { kind: 'note', required: false, max: 1000 },
} as const satisfies Readonly<Record<string, LeadFieldRule>>

export type LeadField = keyof typeof leadFields
export type OptionalLeadField = {
  [F in LeadField]: (typeof leadFields)[F]['required'] extends false ? F : never
}[LeadField]

export const leadFieldNames = Object.keys(leadFields) as readonly LeadField[]
export const requiredLeadFields = leadFieldNames.filter((field) => leadFields[field].required)

/** A record over all fields of a lead, in their order. */
export function mapLeadFields<T>(toValue: (field: LeadField) => T): Record<LeadField, T> {
  return Object.fromEntries(leadFieldNames.map((field) => [field, toValue(field)])) as Record<LeadField, T>
}
