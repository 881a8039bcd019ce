import type { Days } from '#platform/domain/periods.ts'
import type { BonusPeriod } from './definition.ts'

/** A day such as '2026-03-05' some months later; the last day of the month where that has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10)
}

/** Whole months from one day to another, at most `max`; 0 if the other is earlier. */
export function wholeMonths(from: string, to: string, max: number): number {
  let months = 0
  while (months < max && addMonths(from, months + 1) <= to) months += 1
  return months
}

export const yearOf = (day: string): string => day.slice(0, 4)

export function quarterOf(day: string): string {
  const month = Number(day.slice(5, 7))
  return `${day.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
}

/** A quarter, half or civil year, and the first days of its quarters. */
export interface CountedPeriod {
  readonly days: Days
  readonly quarters: readonly string[]
}

const ends = { '01-01': '03-31', '04-01': '06-30', '07-01': '09-30', '10-01': '12-31' } as const

/** The periods of a civil year in order. */
export function periodsOf(per: BonusPeriod, year: string): CountedPeriod[] {
  const all = Object.entries(ends).map(([from, to]) => {
    const days = { from: `${year}-${from}`, to: `${year}-${to}` }
    return { days, quarters: [days.from] }
  })
  const count = { quarter: 1, half_year: 2, year: 4 }[per]
  return all.flatMap((first, index) => {
    const of = all.slice(index, index + count)
    const last = of.at(-1)
    if (index % count !== 0 || !last) return []
    return [{ days: { from: first.days.from, to: last.days.to }, quarters: of.flatMap(({ quarters }) => quarters) }]
  })
}

/** Payment term in days, counted from the client's payment, or from validation, which staff do once the client has paid. */
export const paymentDelayDays = 30

/**
 * Latest payment date of a commission that became due then: by validation, or by the client's payment. It is stored at once and
 * never moves.
 */
export function payableBy(dueSince: Date): Date {
  return new Date(dueSince.getTime() + paymentDelayDays * 86_400_000)
}
