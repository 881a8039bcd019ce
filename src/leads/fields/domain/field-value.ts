import { manyLines, oneLine } from '#platform/domain/typed-text.ts'
import type { FieldKind, FieldValue, ValueField } from './fields.ts'
import { choiceKinds, inOrder } from './kinds/choice-kinds.ts'
import type { Kind } from './kinds/kind.ts'
import { numberKinds } from './kinds/number-kinds.ts'
import { isStorable, textKinds } from './kinds/text-kinds.ts'

const kinds: Readonly<Record<FieldKind, Kind>> = { ...textKinds, ...numberKinds, ...choiceKinds }

export const kindOf = ({ kind }: Pick<ValueField, 'kind'>): Kind => kinds[kind]

/** Whether values of the kind are words that a search compares. */
export const isSearchedKind = (kind: FieldKind): boolean => kinds[kind].isSearched === true

/** Why a field does not take a value, as a sentence; null if it does. The database checks the same. */
export const valueError = (field: ValueField, value: FieldValue): string | null => kindOf(field).check(value, field)

/**
 * The value that a text of a form or a file means; null for an empty one. What cannot be read stays a value that `valueError`
 * explains.
 */
export function parseFieldText(field: ValueField, text: string): FieldValue | null {
  // Kept as it is, so that nothing else is stored in its place.
  if (!isStorable(text)) return text
  return manyLines(text) === '' ? null : kindOf(field).parse(text, field)
}

/**
 * A value as it is stored: of one line but for a long text, numbers of companies without spaces, options in their order and each
 * once.
 */
export function storedValue(field: ValueField, value: FieldValue | null): FieldValue | null {
  if (value === null) return null
  if (typeof value === 'string') return (kindOf(field).stored ?? oneLine)(value) || null
  if (!Array.isArray(value)) return value
  return value.length === 0 ? null : inOrder(field, value)
}

/** How a value is told: a history has values from before their field got its kind. */
function tellingKind(field: ValueField, value: FieldValue): Kind {
  if (typeof value === 'boolean') return choiceKinds.yes_no
  if (typeof value === 'object') return choiceKinds.choices
  return typeof value === 'number' && field.kind !== 'amount' ? numberKinds.number : kindOf(field)
}

/** A value as people read it, in their language. */
export const fieldText = (field: ValueField, value: FieldValue): string =>
  tellingKind(field, value).text?.(value, field) ?? String(value)

/**
 * The text of a value in an input or a file, which `parseFieldText` reads as the same value. `amountText` writes cents, since
 * inputs and files do it differently.
 */
export const fieldInputText = (field: ValueField, value: FieldValue, amountText: (cents: number) => string): string =>
  tellingKind(field, value).inputText?.(value, field, amountText) ?? fieldText(field, value)

/** Whether two values are the same. */
export function sameValue(one: FieldValue | null | undefined, other: FieldValue | null | undefined): boolean {
  if (one === undefined || one === null || other === undefined || other === null) return (one ?? null) === (other ?? null)
  return typeof one === 'object' && typeof other === 'object' ? one.join('\n') === other.join('\n') : one === other
}
