/** Byte order mark of UTF-8: without it Excel reads a CSV file as Windows-1252. */
export const csvMark = '\ufeff'

/** What a French Excel opens as a table. */
export const csvFormat = { delimiter: ';', newline: '\r\n' } as const

/** First characters that make a spreadsheet run a cell as a formula; the wide ones are normalized to them by some. */
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

export type CsvRow = readonly (string | number)[]

/** The rows with an apostrophe before text that a spreadsheet would run as a formula; numbers stay as they are. */
export function withoutFormulas(rows: readonly CsvRow[]): CsvRow[] {
  return rows.map((row) => row.map((cell) => (typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell)))
}
