import type { Cents } from './money.ts'
import { oneLine } from './typed-text.ts'

/** Byte order mark of UTF-8: without it Excel reads a CSV file as Windows-1252. */
export const csvMark = '\ufeff'

/** A French Excel opens this format as a table. */
export const csvFormat = { delimiter: ';', newline: '\r\n' } as const

/** First characters that make a spreadsheet run a cell as a formula; the wide ones are normalized to them by some. */
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/**
 * A number as a spreadsheet in French reads it. Its minus is no formula: guarded as text, it would be left out of the sums that
 * a spreadsheet makes of a column.
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
export function withoutFormulas(rows: readonly CsvRow[]): (string | number)[][] {
  return rows.map((row) =>
    row.map((cell) => {
      if (typeof cell === 'number') return cell
      if (cell instanceof CsvNumber) return cell.text
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
