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

export const isWithin = (day: string, { from, to }: Days): boolean => from <= day && day <= to

/** First and last days of the quarters, and of the year, which are the same in every year. */
const days: Readonly<Record<BonusPeriod, readonly (readonly [from: string, to: string])[]>> = {
  quarter: [
    ['01-01', '03-31'],
    ['04-01', '06-30'],
    ['07-01', '09-30'],
    ['10-01', '12-31'],
  ],
  year: [['01-01', '12-31']],
}

/** The periods of a civil year in order. */
export const periodsOf = (per: BonusPeriod, year: string): Days[] =>
  days[per].map(([from, to]) => ({ from: `${year}-${from}`, to: `${year}-${to}` }))
