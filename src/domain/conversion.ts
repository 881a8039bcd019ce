import type { ColumnFigures } from './leads.ts'
import { leadFigures } from './leads.ts'

/** A part of a whole in percent with one decimal; null of nothing, where no share is true. */
export function sharePercent(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part * 1000) / whole) / 10 : null
}

/**
 * How much of the pipeline becomes business. Leads move freely between columns and only where one stands now is kept, so
 * nothing is said about columns passed on the way: `signed` is the share of all leads that stand in Signé, `won` the share
 * of the closed ones (Signé or Perdu) that do.
 */
export function pipelineConversion(columns: readonly ColumnFigures[]) {
  const { total, signed, lost } = leadFigures(columns)
  return { signedPercent: sharePercent(signed, total), wonPercent: sharePercent(signed, signed + lost) }
}
