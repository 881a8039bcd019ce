/** What the rows of a file are: commissions and payouts of before are recognised, and not imported. */
export const records = ['person', 'company', 'lead', 'partner', 'client', 'commission', 'payout', 'payment'] as const
export type FileRecord = (typeof records)[number]

/** What a foreign state means: of a lead, of a partner, of money. */
export const meanings = [
  'open',
  'won',
  'lost',
  'ignore',
  'active',
  'invited',
  'inactive',
  'held',
  'pending',
  'owed',
  'paid',
  'history',
  'plus',
  'minus',
] as const
export type Meaning = (typeof meanings)[number]

/** What a column can hold, in the words of `formats/`; `none` is known and has no counterpart here. */
export type ColumnField = string

/** How a tool writes one kind of file. Adding a file to `formats/` is all that a new one takes. */
export interface Format {
  readonly tool: string
  readonly record: FileRecord
  /** The order of day and month; `asked` where it follows the country of whoever exports, or is not known. */
  readonly dates: 'iso' | 'epoch' | 'dayFirst' | 'asked'
  /** What an amount counts. */
  readonly amounts: 'units' | 'cents' | 'asked'
  readonly titles: Readonly<Record<ColumnField, readonly string[]>>
  readonly values?: Readonly<Record<ColumnField, Readonly<Partial<Record<Meaning, readonly string[]>>>>>
}
