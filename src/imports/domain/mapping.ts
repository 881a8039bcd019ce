import { ownValue } from '#platform/domain/keys.ts'
import { type DayOrder, type DecimalSign, readAmount, readDay } from './conventions.ts'
import type { ColumnField } from './formats.ts'
import { type ImportKind, kindsOfImport } from './kinds.ts'
import { joinCells } from './name-parts.ts'
import type { Recognition } from './recognition.ts'

/** Leaves a row out whose state is no lead and no partner here. */
export const leftOut = '-'

/** In a default, what tells one row from the others: an address for all rows is one of its own for each. */
export const rowMark = '{row}'

/** 'vente@acme.example' -> 'vente+{row}@acme.example' */
export const addressForAll = (address: string) => address.replace(/(\+[^@]*)?@/, `+${rowMark}@`)

/** The same for the same row, wherever it stands: what its tool calls it, else its content in eight letters. */
function markOf(cells: readonly string[], mapping: Mapping): string {
  const [column = -1] = ownValue(mapping.columns, 'externalId') ?? []
  const id = (cells[column] ?? '').replace(/[^a-z\d]/gi, '').toLowerCase()
  if (id !== '') return id.slice(0, 40)
  let sum = 2_166_136_261
  for (const letter of cells.join('\u0000')) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return sum.toString(36)
}

/** How the columns of a file become the fields of a kind. */
export interface Mapping {
  /** The columns of each field, counted from 0; several are joined. */
  readonly columns: Readonly<Record<string, readonly number[]>>
  /** What rows hold that have nothing in a field. */
  readonly defaults: Readonly<Record<string, string>>
  /** What a foreign value is called here, by field. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly days: DayOrder | null
  readonly decimals: DecimalSign | null
  readonly isCents: boolean
}

export const emptyMapping: Mapping = { columns: {}, defaults: {}, values: {}, days: null, decimals: null, isCents: false }

/** The columns of each of these fields, as they were recognised; `guessed` are those that are only better than nothing. */
export function mapColumns(kind: ImportKind, { columns }: Recognition, all: readonly string[]) {
  const at = (field: ColumnField) => columns.findIndex((guess) => guess.isSure && guess.field === field)
  const find = (sets: readonly (readonly ColumnField[])[]) =>
    sets.map((set) => set.map(at)).find((found) => found.every((column) => column >= 0))
  const { targets, guessedFrom } = kindsOfImport[kind]
  const sure = Object.entries(targets).flatMap(([target, sets]) => {
    const found = find(sets)
    return found ? [[target, found] as const] : []
  })
  // A field that no tool has is found by what the portal calls it.
  const own = all.flatMap((field) => (!(field in targets) && at(field) >= 0 ? [[field, [at(field)]] as const] : []))
  const mapped: Record<string, readonly number[]> = Object.fromEntries([...sure, ...own])
  const guessed: Record<string, readonly number[]> = {}
  for (const [target, sets] of Object.entries(guessedFrom)) {
    const found = mapped[target] ? undefined : find(sets)
    if (found) guessed[target] = found
  }
  return { mapped, guessed }
}

/** The kinds of value that are read by a convention of the file. */
export interface TargetKinds {
  readonly days: ReadonlySet<string>
  readonly amounts: ReadonlySet<string>
}

const meant = (mapping: Mapping, target: string, text: string) =>
  ownValue(ownValue(mapping.values, target) ?? {}, text.trim()) ?? text

/** What a field of a row holds. A state that ends a deal goes before the stage that the deal stood in: others are empty there. */
function cellOf(cells: readonly string[], target: string, mapping: Mapping, kinds: TargetKinds): string {
  const columns = ownValue(mapping.columns, target) ?? []
  const texts = columns.map((column) => cells[column] ?? '')
  if (target === 'status') return texts.map((text) => meant(mapping, target, text)).find((text) => text.trim() !== '') ?? ''
  const text = columns.length > 1 ? joinCells(texts) : (texts[0] ?? '')
  if (text.trim() === '') return text
  if (kinds.days.has(target)) return readDay(text, mapping.days)
  if (kinds.amounts.has(target)) return readAmount(text, mapping.decimals, mapping.isCents)
  return meant(mapping, target, text)
}

const ofCustom = 'fields.'
export type MappedCells = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** A row by the fields of its kind, custom ones apart; null for one that is left out. */
export function mapRow(
  cells: readonly string[],
  targets: readonly string[],
  mapping: Mapping,
  kinds: TargetKinds,
): MappedCells | null {
  const row = targets.flatMap((target) => {
    const text = cellOf(cells, target, mapping, kinds)
    const given = ownValue(mapping.defaults, target) ?? ''
    const value = text.trim() === '' ? given.replace(rowMark, () => markOf(cells, mapping)) : text
    return value === '' ? [] : [[target, value] as const]
  })
  if (row.some(([, value]) => value === leftOut)) return null
  const custom = row
    .filter(([target]) => target.startsWith(ofCustom))
    .map(([target, value]) => [target.slice(ofCustom.length), value])
  const own = row.filter(([target]) => !target.startsWith(ofCustom))
  return { ...Object.fromEntries(own), ...(custom.length > 0 ? { fields: Object.fromEntries(custom) } : {}) }
}
