import { type LeadStatusStats, leadStats } from './leads.ts'

/** Share in percent with one decimal; null when the whole is 0. */
export function sharePercent(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part * 1000) / whole) / 10 : null
}

/**
 * Conversion rates of the pipeline. Leads move freely and only their current status is stored, so there are no rates per
 * step: `signed` is the share of all leads that are in Signé, `won` the share of closed leads (Signé or Perdu) that are.
 */
export function pipelineConversion(columns: readonly LeadStatusStats[]) {
  const { total, signed, lost } = leadStats(columns, [])
  return { signedPercent: sharePercent(signed, total), wonPercent: sharePercent(signed, signed + lost) }
}
