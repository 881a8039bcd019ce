import { ownValue } from '#platform/domain/keys.ts'
import { sameValue } from './field-value.ts'
import type { FieldChanges, FieldValue, FieldValues } from './fields.ts'

export function afterChanges(values: FieldValues, changes: FieldChanges): FieldValues {
  const entries = Object.entries({ ...values, ...changes })
  return Object.fromEntries(entries.filter((entry): entry is [string, FieldValue] => entry[1] !== null))
}

/** The part of a change that changes something. */
export const realChanges = (values: FieldValues, changes: FieldChanges): FieldChanges =>
  Object.fromEntries(Object.entries(changes).filter(([key, value]) => !sameValue(ownValue(values, key), value)))

/** What stood before, of what changes. */
export const valuesBefore = (values: FieldValues, changes: FieldChanges): FieldChanges =>
  Object.fromEntries(Object.keys(changes).map((key) => [key, ownValue(values, key) ?? null]))

export const isEmpty = (values: object) => Object.keys(values).length === 0
