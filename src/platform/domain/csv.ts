import { currentLocale, localeOf } from './languages.ts'
import type { Cents } from './money.ts'
import { oneLine } from './typed-text.ts'

/** Byte order mark of UTF-8: without it Excel reads a CSV file as Windows-1252. */
export const csvMark = '\ufeff'

interface CsvFormat {
  readonly delimiter: ';' | ','
  readonly decimal: ',' | '.'
  readonly newline: string
}

/** A French Excel opens this format as a table. Files with a format of their own and programs have it in every language. */
export const csvFormat: CsvFormat = { delimiter: ';', decimal: ',', newline: '\r\n' }
const englishFormat: CsvFormat = { delimiter: ',', decimal: '.', newline: '\r\n' }

/** What a spreadsheet opens in the language of whoever reads. */
export const readersCsvFormat = (): CsvFormat => (currentLocale() === localeOf.en ? englishFormat : csvFormat)

/** First characters that make a spreadsheet run a cell as a formula; the wide ones are normalized to them by some. */
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/**
 * A number with a decimal comma, for which an English file has a point. Its minus is no formula: guarded as text, it would be
 * left out of the sums that a spreadsheet makes of a column.
 */
export class CsvNumber {
  readonly text: string
  constructor(text: string) {
    if (!/^-?\d+(,\d+)?$/.test(text)) throw new RangeError(`"${text}" is no number of a table`)
    this.text = text
  }
}

/** A text that may have several lines; any other cell is of one. */
export class CsvLines {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type CsvCell = string | number | CsvNumber | CsvLines
export type CsvRow = readonly CsvCell[]

/** Rows as text, each cell of one line; an apostrophe stands before what was typed and a spreadsheet would run as a formula. */
export function withoutFormulas(rows: readonly CsvRow[], { decimal } = csvFormat): (string | number)[][] {
  return rows.map((row) =>
    row.map((cell) => {
      if (typeof cell === 'number') return cell
      if (cell instanceof CsvNumber) return cell.text.replace(',', decimal)
      const text = typeof cell === 'string' ? oneLine(cell) : cell.text
      return formula.test(text) ? `'${text}` : text
    }),
  )
}

/** -64 -> '-0,64', 123456 -> '1234,56' */
export function decimalEuros(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

export const csvEuros = (cents: Cents): CsvNumber => new CsvNumber(decimalEuros(cents))

/** 17.5 -> '17,5' */
export const csvPercent = (percent: number): CsvNumber => new CsvNumber(String(percent).replace('.', ','))
