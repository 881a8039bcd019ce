/// <reference path="../../../api/papaparse.d.ts" />
import Papa from 'papaparse'
import { type CsvRow, csvFormat, csvMark, withoutFormulas } from '#platform/domain/csv.ts'

export const maxFileBytes = 5 * 1024 * 1024
export const maxFileRows = 10_000

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
export type FileProblem = 'too_large' | 'too_many_rows' | 'workbook' | 'empty'

/**
 * Decodes a file of unknown encoding: by its byte order mark, else as UTF-8 if valid, else as Windows-1252, which French Excel
 * writes.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, , fourth] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (second === 0 && fourth === 0) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

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
  const most = Math.max(...recognized)
  if (most >= sureTitles) return separators[recognized.indexOf(most)] ?? ';'
  const header = /^[^\r\n]*/.exec(text.trimStart())?.[0].replace(/"[^"]*"/g, '') ?? ''
  const times = (separator: string) => header.split(separator).length - 1
  return separators.reduce((best, each) => (times(each) > times(best) ? each : best), ';')
}

/** Index of the title line: the one with the most recognized titles, or the first line if there are too few. */
function findHead(records: readonly FileRow[], titlesIn: CountTitles): number {
  const recognized = records.slice(0, maxLinesAbove).map(({ cells, broken }) => (broken ? 0 : titlesIn(cells)))
  const most = Math.max(0, ...recognized)
  return most >= sureTitles ? recognized.indexOf(most) : 0
}

/** Parses a CSV file of what `titlesIn` knows the titles of. Lines above the titles are skipped. */
export function readImportFile(bytes: Uint8Array, titlesIn: CountTitles): { file: ImportFile } | { fault: FileProblem } {
  if (bytes.length > maxFileBytes) return { fault: 'too_large' }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) return { fault: 'workbook' }
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
  if (!head || rows.length === 0) return { fault: 'empty' }
  if (rows.length > maxFileRows) return { fault: 'too_many_rows' }
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), head.cells.length)
  return { file: { titles: Array.from({ length: width }, (_, at) => (head.cells[at] ?? '').trim()), rows } }
}

/** Writes a CSV file for French Excel, without formulas. */
export function writeCsv(rows: readonly CsvRow[]): string {
  return `${csvMark}${Papa.unparse(withoutFormulas(rows), csvFormat)}${csvFormat.newline}`
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
