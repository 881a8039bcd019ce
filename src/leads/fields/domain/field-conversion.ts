import { fieldInputText, parseFieldText, storedValue, valueError } from './field-value.ts'
import { type FieldValue, isChoice, sameKinds, type ValueField } from './fields.ts'

const euros = (cents: number) => `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`

/** The value that a field has after a change, which may be of another kind; null where it does not fit. */
export function convertedValue(before: ValueField, after: ValueField, value: FieldValue): FieldValue | null {
  const same = sameKinds(before, after) || (isChoice(before.kind) && isChoice(after.kind))
  const converted = same ? asChosen(after, value) : parseFieldText(after, fieldInputText(before, value, euros))
  const stored = storedValue(after, converted)
  return stored === null || valueError(after, stored) !== null ? null : stored
}

/** One choice and several are told apart by their form alone; keys stay. */
function asChosen({ kind }: ValueField, value: FieldValue): FieldValue | null {
  if (kind === 'choices' && typeof value === 'string') return [value]
  if (kind === 'choice' && typeof value === 'object') return value.length === 1 ? (value[0] ?? null) : null
  return value
}
