/** PostgreSQL allows 65 535 parameters per statement; no table that is written so has thirty columns. */
const rowsPerInsert = 2000

/** Rows in slices of which each fits into one `insert`. */
export function insertSlices<T>(rows: readonly T[]): T[][] {
  const slices: T[][] = []
  for (let from = 0; from < rows.length; from += rowsPerInsert) slices.push(rows.slice(from, from + rowsPerInsert))
  return slices
}
