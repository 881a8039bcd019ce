import type { ReadableField } from '#leads/lead-settings/api.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { fieldText } from '../domain/field-value.ts'
import type { FieldValue, ValueField } from '../domain/fields.ts'
import { m } from '../messages/messages.ts'

/** A field as its values are read and told: the names of its choices are already in the reader's language. */
export const valueField = ({ key, kind, options }: Pick<ReadableField, 'key' | 'kind' | 'options'>): ValueField => ({
  key,
  kind,
  options: options.map((option) => ({ ...option, names: {} })),
})

/** A value as people read it; the amount that every lead has is told in whole euros. */
export const valueText = (field: ReadableField, value: FieldValue): string =>
  field.isBuiltIn && field.kind === 'amount' ? formatEuros(Number(value)) : fieldText(valueField(field), value)

/** 'Region: Bretagne' */
export const labelledValue = (field: ReadableField, value: FieldValue): string =>
  m.labelled({ label: field.name, value: valueText(field, value) })
