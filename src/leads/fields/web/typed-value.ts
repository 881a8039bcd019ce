import { eurosInputText } from '#platform/domain/typed-amounts.ts'
import { fieldInputText, parseFieldText } from '../domain/field-value.ts'
import type { FieldValue, ValueField } from '../domain/fields.ts'

/** A value as a form holds it: a text, of several choices their keys in one text. */
export type TypedValue = string

const separator = ';'

export const typedKeys = (typed: TypedValue): string[] => typed.split(separator).filter(Boolean)
export const typedOfKeys = (keys: readonly string[]): TypedValue => keys.join(separator)

/** The value that a form's text means; null for an empty one. */
export const parseTyped = (field: ValueField, typed: TypedValue): FieldValue | null => parseFieldText(field, typed)

/** The form's text of a value, which `parseTyped` reads as the same value. */
export function typedValue(field: ValueField, value: FieldValue | undefined): TypedValue {
  if (value === undefined) return ''
  if (typeof value === 'object') return typedOfKeys(value)
  if (field.kind === 'choice' || field.kind === 'date' || typeof value === 'boolean') return String(value)
  return fieldInputText(field, value, eurosInputText)
}
