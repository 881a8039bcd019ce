import { type FileField, mapFileFields } from '#leads/leads/domain/lead-file.ts'
import { isLost, wonStage } from '#leads/stages/domain/stages.ts'
import { normalizeTitle } from '#platform/domain/file-columns.ts'
import type { Cents } from '#platform/domain/money.ts'
import type { FileRow } from '#platform/web/app/forms/import-file.ts'
import { maxImportRows, type ValidatedRow } from '../api.ts'
import { ContactMemory } from '../domain/contact-memory.ts'
import { type FileColumnMapping, type ImportOutcome, readCell } from '../domain/lead-import.ts'
import { m } from '../messages/messages.ts'

export type ImportCells = Readonly<Record<FileField, string>> & {
  /** The texts of custom fields that the file has, by key. */
  readonly fields?: Readonly<Record<string, string>>
}

/** The file's columns of custom fields, by key; null for a field that the file does not have. */
export type CustomColumnMapping = Readonly<Record<string, number | null>>

interface NamedField {
  readonly key: string
  readonly name: string
}

/** Finds the columns of custom fields by their keys and labels. */
export function mapCustomColumns(fields: readonly NamedField[], titles: readonly string[]): CustomColumnMapping {
  const normalized = titles.map(normalizeTitle)
  const columnOf = ({ key, name }: NamedField) => {
    const names = [key, name].map(normalizeTitle)
    const column = normalized.findIndex((title) => names.includes(title))
    return column < 0 ? null : column
  }
  return Object.fromEntries(fields.map((field) => [field.key, columnOf(field)]))
}

/** A row of the file with the outcome of the dry run. */
export interface PlanRow {
  readonly number: number
  readonly file: readonly string[]
  readonly cells: ImportCells
  readonly outcome: ImportOutcome
  readonly messages: readonly string[]
  readonly read: ValidatedRow['read']
}

/** Longer than any field allows: truncated cells are still refused, and requests stay small. */
const maxCellLength = 3000
/** Keeps requests below 1 MiB, at up to six bytes per character in JSON. */
const maxBatchChars = 150_000

/** A row's cells by field. */
export function cellsOf(row: FileRow, mapping: FileColumnMapping, custom: CustomColumnMapping = {}): ImportCells {
  const cellIn = (column: number | null) => (column === null ? '' : (row.cells[column] ?? '').slice(0, maxCellLength))
  const cells = mapFileFields((field) => cellIn(mapping[field]))
  const mapped = Object.entries(custom).filter(([, column]) => column !== null)
  if (mapped.length === 0) return cells
  return { ...cells, fields: Object.fromEntries(mapped.map(([key, column]) => [key, cellIn(column)])) }
}

/** Splits rows into batches of one request each. */
export function toBatches<T extends { readonly cells: ImportCells }>(rows: readonly T[]): T[][] {
  const batches: T[][] = []
  let chars = 0
  for (const row of rows) {
    const { fields = {}, ...cells } = row.cells
    const size = [...Object.values(cells), ...Object.values(fields)].reduce((sum, cell) => sum + cell.length, 0)
    const last = batches.at(-1)
    if (last && last.length < maxImportRows && chars + size <= maxBatchChars) {
      last.push(row)
      chars += size
    } else {
      batches.push([row])
      chars = size
    }
  }
  return batches
}

/** Joins rows with the server's results, and marks duplicates across batches, which the server cannot see. */
export function planImport(
  rows: readonly { readonly row: FileRow; readonly cells: ImportCells; readonly validated: ValidatedRow | null }[],
): PlanRow[] {
  const memory = new ContactMemory<number>()
  return rows.map(({ row, cells, validated }): PlanRow => {
    const { number } = row
    const base = { number, file: row.cells, cells }
    if (!validated) return { ...base, outcome: 'refused', messages: [m.quotesUnclosed()], read: null }
    const messages = validated.messages.map(({ message }) => message)
    const { read } = validated
    if (!read) return { ...base, outcome: 'refused', messages, read }
    const { companyKey, phoneKey } = read
    const contact = { email: readCell(cells.email), companyKey, phoneKey }
    const earlier = memory.earlier(contact)
    // Lost leads have no duplicates, as on the server.
    if (!isLost(read.status)) memory.add(number, contact)
    if (earlier !== null) return { ...base, outcome: 'duplicate', messages: [m.repeatsRow({ line: earlier })], read }
    return { ...base, outcome: validated.outcome, messages, read }
  })
}

export interface PlanTotals {
  readonly ready: number
  readonly refused: number
  readonly duplicates: number
  /** Rows to import. */
  readonly rowsToSend: readonly PlanRow[]
  /** How many of them are in `signe` and create a commission, and the sum of their amounts. */
  readonly signed: number
  readonly signedCents: Cents
}

export function sumUpPlan(plan: readonly PlanRow[], includeDuplicates: boolean): PlanTotals {
  const count = (outcome: ImportOutcome) => plan.filter((row) => row.outcome === outcome).length
  const rowsToSend = plan.filter(({ outcome }) => outcome === 'ready' || (includeDuplicates && outcome === 'duplicate'))
  const signed = rowsToSend.filter(({ read }) => read?.status === wonStage)
  return {
    ready: count('ready'),
    refused: count('refused'),
    duplicates: count('duplicate'),
    rowsToSend,
    signed: signed.length,
    signedCents: signed.reduce((sum, { read }) => sum + (read?.amountCents ?? 0), 0),
  }
}
