/// <reference path="../../../api/papaparse.d.ts" />
import Papa from 'papaparse'
import { CsvLines, type CsvRow, csvMark, readersCsvFormat, withoutFormulas } from '#platform/domain/csv.ts'
import { hasLostLetters } from '#platform/domain/damaged-cells.ts'
import { nameJoiner } from '#platform/domain/file-columns.ts'
import { decodeText } from './decode-text.ts'

export const maxFileBytes = 5 * 1024 * 1024
export const maxFileRows = 10_000
export const maxFileColumns = 200

/** A row of the file, numbered as in a spreadsheet. */
export interface FileRow {
  readonly number: number
  readonly cells: readonly string[]
  /** Has an unclosed quotation mark, so that its cells cannot be separated. */
  readonly broken: boolean
}
export interface ImportFile {
  readonly titles: readonly string[]
  readonly rows: readonly FileRow[]
}
export type FileProblem = 'too_large' | 'too_many_rows' | 'too_many_columns' | 'workbook' | 'letters' | 'empty'

/** Lines searched for the titles, which may stand below a sheet name, a date or blank lines. */
const maxLinesAbove = 10
/** Recognized titles that make a title line; fewer may be a coincidence. */
const sureTitles = 2

/** How many cells of a line are titles that an import knows. */
type CountTitles = (cells: readonly string[]) => number

const separators = [';', ',', '\t'] as const

/**
 * The separator that yields the most recognized titles in the first lines; else the most frequent one in the first line outside
 * quotation marks; else ';', as in France.
 */
export function detectSeparator(text: string, titlesIn: CountTitles): string {
  const titles = (delimiter: string) =>
    Math.max(0, ...Papa.parse<string[]>(text, { delimiter, preview: maxLinesAbove }).data.map(titlesIn))
  const recognized = separators.map(titles)
  const max = Math.max(...recognized)
  if (max >= sureTitles) return separators[recognized.indexOf(max)] ?? ';'
  const header = /^[^\r\n]*/.exec(text.trimStart())?.[0].replace(/"[^"]*"/g, '') ?? ''
  const times = (separator: string) => header.split(separator).length - 1
  return separators.reduce((best, each) => (times(each) > times(best) ? each : best), ';')
}

/** Index of the title line: the one with the most recognized titles, or the first line if there are too few. */
function findHead(records: readonly FileRow[], titlesIn: CountTitles): number {
  const recognized = records.slice(0, maxLinesAbove).map(({ cells, broken }) => (broken ? 0 : titlesIn(cells)))
  const max = Math.max(0, ...recognized)
  return max >= sureTitles ? recognized.indexOf(max) : 0
}

/** How workbooks of today (ZIP) and of before, PDFs, and the web pages that some tools call a workbook begin. */
const otherFormats = ['PK\x03\x04', 'ÐÏ\x11à', '%PDF', '<']

/**
 * Parses a CSV file of what `titlesIn` knows the titles of. Lines above the titles are skipped, and what lies beyond the last
 * filled cell does not exist.
 */
export function readImportFile(bytes: Uint8Array, titlesIn: CountTitles): { file: ImportFile } | { error: FileProblem } {
  if (bytes.length > maxFileBytes) return { error: 'too_large' }
  const beginning = new TextDecoder('windows-1252').decode(bytes.subarray(0, 64)).replace(/^ï»¿/, '').trimStart()
  if (otherFormats.some((format) => beginning.startsWith(format))) return { error: 'workbook' }
  const decoded = decodeText(bytes)
  // Excel's separator hint: a line that it neither shows nor counts.
  const hint = /^sep=(.)\r?\n/i.exec(decoded)
  const text = hint ? decoded.slice(hint[0].length) : decoded
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: hint?.[1] ?? detectSeparator(text, titlesIn), quoteChar: '"' })
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const records = data
    .map((cells, at) => ({ number: at + 1, cells, broken: broken.has(at) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const at = findHead(records, titlesIn)
  const head = records[at]
  const rows = records.slice(at + 1)
  if (!head || rows.length === 0) return { error: 'empty' }
  if (rows.length > maxFileRows) return { error: 'too_many_rows' }
  if (head.cells.some(hasLostLetters)) return { error: 'letters' }
  const filled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1
  const width = rows.reduce((max, { cells }) => Math.max(max, filled(cells)), filled(head.cells))
  if (width > maxFileColumns) return { error: 'too_many_columns' }
  const titles = Array.from({ length: width }, (_, at) => (head.cells[at] ?? '').trim())
  const names = nameJoiner(titles)
  if (!names) return { file: { titles, rows } }
  return { file: { titles: names.titles, rows: rows.map((row) => ({ ...row, cells: names.cells(row.cells) })) } }
}

/** Writes a CSV file for the reader's Excel, without formulas; a cell has the lines that it had where it was read. */
export function writeCsv(rows: readonly CsvRow[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? new CsvLines(cell) : cell)))
  const format = readersCsvFormat()
  return `${csvMark}${Papa.unparse(withoutFormulas(cells, format), format)}${format.newline}`
}

/** Downloads a text as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
