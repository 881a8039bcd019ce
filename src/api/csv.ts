/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse'

/** Byte order mark of UTF-8: without it Excel reads a CSV file as Windows-1252. */
export const csvMark = '\ufeff'

/** First characters that make a spreadsheet run a cell as a formula; the wide ones are normalized to them by some. */
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/**
 * Records of a CSV file for a French Excel: ';' between the cells, CRLF after each record. Text that a spreadsheet would run
 * as a formula gets an apostrophe before it; numbers are written as they are. Empty without rows.
 */
export function csvRecords(rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell)))
  return `${Papa.unparse(cells, { delimiter: ';', newline: '\r\n' })}\r\n`
}

/** A whole CSV file. */
export const csvFile = (rows: readonly (readonly (string | number)[])[]) => csvMark + csvRecords(rows)
