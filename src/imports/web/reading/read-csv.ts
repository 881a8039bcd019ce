/// <reference path="../../../platform/api/papaparse.d.ts" />
import Papa from 'papaparse'
import { detectEncoding } from '#platform/web/app/forms/decode-text.ts'
import { type Choices, type CountTitles, type FileContent, separators } from './file-content.ts'
import { maxLinesAbove, sureTitles, tableOf } from './table.ts'

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
  return separators.reduce<string>((best, each) => (times(each) > times(best) ? each : best), ';')
}

/** The table of a CSV file, of what `titlesIn` knows the titles of. */
export function readCsv(bytes: Uint8Array, titlesIn: CountTitles, choices: Choices = {}): FileContent {
  const encoding = choices.encoding ?? detectEncoding(bytes)
  const decoded = new TextDecoder(encoding).decode(bytes).replaceAll('\0', '')
  // Excel's separator hint: a line that it neither shows nor counts.
  const hint = /^sep=(.)\r?\n/i.exec(decoded)
  const text = hint ? decoded.slice(hint[0].length) : decoded
  const separator = choices.separator ?? hint?.[1] ?? detectSeparator(text, titlesIn)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separator, quoteChar: '"' })
  const broken = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row))
  const lines = data.map((cells, at) => ({ number: at + 1, cells, broken: broken.has(at) }))
  return tableOf(lines, { encoding, separator, sheet: null, sheets: [] }, titlesIn)
}
