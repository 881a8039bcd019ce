import Papa from 'papaparse'
import { countTitles } from '#domain/lead-import.ts'

export const maxFileBytes = 5 * 1024 * 1024
export const maxFileRows = 10_000

/** A record of the file, with the number that a spreadsheet shows beside it. */
export interface FileRow {
  readonly number: number
  readonly cells: readonly string[]
  /** A quotation mark opens and does not close: nobody knows where its cells end. */
  readonly broken: boolean
}
export interface LeadFile {
  readonly titles: readonly string[]
  readonly rows: readonly FileRow[]
}
export type FileFault = 'too_large' | 'too_many_rows' | 'workbook' | 'empty'

/**
 * The text of a file whose encoding nobody says: by its byte order mark, else UTF-8 if it is valid UTF-8, else
 * Windows-1252, which is what a French Excel writes.
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

/** How far down the titles are looked for: above them stands at most a title of the sheet, a date, a blank. */
const maxLinesAbove = 10
/** A line with this many known titles is the line of titles; fewer words may be met by chance. */
const sureTitles = 2

const separators = [';', ',', '\t'] as const

/**
 * The separator that makes the most known titles of any of the first lines; where none does, the one that stands most
 * often in the first line, outside quotation marks; ';' as in France when there is none.
 */
export function separatorOf(text: string): string {
  const titles = (delimiter: string) =>
    Math.max(0, ...Papa.parse<string[]>(text, { delimiter, preview: maxLinesAbove }).data.map(countTitles))
  const recognized = separators.map(titles)
  const most = Math.max(...recognized)
  if (most >= sureTitles) return separators[recognized.indexOf(most)] ?? ';'
  const header = /^[^\r\n]*/.exec(text.trimStart())?.[0].replace(/"[^"]*"/g, '') ?? ''
  const times = (separator: string) => header.split(separator).length - 1
  return separators.reduce((best, each) => (times(each) > times(best) ? each : best), ';')
}

/** Which record holds the titles: the first with known ones, the most where several do; without any, the first of the file. */
function headOf(records: readonly FileRow[]): number {
  const recognized = records.slice(0, maxLinesAbove).map(({ cells, broken }) => (broken ? 0 : countTitles(cells)))
  const most = Math.max(0, ...recognized)
  return most >= sureTitles ? recognized.indexOf(most) : 0
}

/** Reads a file of leads: its titles may stand below a few other lines, as the name of the sheet. */
export function readLeadFile(bytes: Uint8Array): { file: LeadFile } | { fault: FileFault } {
  if (bytes.length > maxFileBytes) return { fault: 'too_large' }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) return { fault: 'workbook' }
  const decoded = decodeText(bytes)
  // Excel's own hint, a line that it does not show and does not count.
  const hint = /^sep=(.)\r?\n/i.exec(decoded)
  const text = hint ? decoded.slice(hint[0].length) : decoded
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: hint?.[1] ?? separatorOf(text), quoteChar: '"' })
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const records = data
    .map((cells, at) => ({ number: at + 1, cells, broken: broken.has(at) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const at = headOf(records)
  const head = records[at]
  const rows = records.slice(at + 1)
  if (!head || rows.length === 0) return { fault: 'empty' }
  if (rows.length > maxFileRows) return { fault: 'too_many_rows' }
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), head.cells.length)
  return { file: { titles: Array.from({ length: width }, (_, at) => (head.cells[at] ?? '').trim()), rows } }
}

/** What a spreadsheet takes for a formula; the pattern that comes with the library lets through a cell of two lines. */
const formula = /^[=+\-@\t\r]/

/** A file that Excel opens rightly: byte order mark, ';' between cells, and no cell that it runs as a formula. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => [...row])
  return `\ufeff${Papa.unparse(cells, { delimiter: ';', newline: '\r\n', escapeFormulae: formula })}\r\n`
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
