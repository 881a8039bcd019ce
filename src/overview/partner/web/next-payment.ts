import { shortDate } from '#platform/web/ui/dates.ts'
import type { ComingLine } from '../api.ts'

/** What is next to be paid and by when: all that has the first date; null while nothing has one. */
export function nextPayment(lines: readonly ComingLine[]): { readonly payableBy: string; readonly amountCents: number } | null {
  const dated = lines.filter((line): line is ComingLine & { payableBy: string } => line.payableBy !== null)
  const [first] = dated
  if (!first) return null
  const day = shortDate(first.payableBy)
  const amountCents = dated.reduce((sum, line) => sum + (shortDate(line.payableBy) === day ? line.amountCents : 0), 0)
  return { payableBy: first.payableBy, amountCents: Math.max(0, amountCents) }
}
