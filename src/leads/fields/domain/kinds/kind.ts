import type { FieldValue, ValueField } from '../fields.ts'

/** What a kind of field knows: how its values are checked, read and told. Inputs of pages stand in web/field-input.tsx. */
export interface Kind {
  /** Why a value does not fit, as a sentence; null if it does. The database checks the same (`app.field_value_fits`). */
  readonly check: (value: FieldValue, field: ValueField) => string | null
  /** The value that a text of a form or a file means; one that cannot be read stays a value that `check` explains. */
  readonly parse: (text: string, field: ValueField) => FieldValue
  /** A text as it is stored; of one line, unless it is said otherwise. */
  readonly stored?: (text: string) => string
  /** The value as people read it; the value itself without. */
  readonly text?: (value: FieldValue, field: ValueField) => string
  /** Its text in an input or a file, where that is another one than people read. `amountText` writes cents. */
  readonly inputText?: (value: FieldValue, field: ValueField, amountText: (cents: number) => string) => string
  /** Its values are words that a search compares. */
  readonly isSearched?: boolean
  /** Lists are filtered by a value between two ends, or by one of several. */
  readonly filter?: 'range' | 'choice'
  /** The value that a filter in an address asks for; the text itself without. */
  readonly fromFilter?: (text: string) => FieldValue
}
