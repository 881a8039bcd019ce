import { m } from '../messages/messages.ts'
import { texts } from './languages.ts'

/** Days of the calendar such as '2026-03-05', both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

export const periodPresets = ['thisMonth', 'lastMonth', 'thisQuarter', 'thisYear', 'lastYear'] as const
export type PeriodPreset = (typeof periodPresets)[number]

/** First and last day of `length` months from a month on, which is counted from January as 0 and may lie in other years. */
function months(year: number, first: number, length: number): Days {
  const dayOf = (month: number, day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
  return { from: dayOf(first, 1), to: dayOf(first + length, 0) }
}

/** The days of a preset, seen from the day '2026-03-05'. */
export function daysOf(preset: PeriodPreset, today: string): Days {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7)) - 1
  switch (preset) {
    case 'thisMonth':
      return months(year, month, 1)
    case 'lastMonth':
      return months(year, month - 1, 1)
    case 'thisQuarter':
      return months(year, month - (month % 3), 3)
    case 'thisYear':
      return months(year, 0, 12)
    case 'lastYear':
      return months(year - 1, 0, 12)
  }
}

/** The preset that has these days; undefined if none has. */
export function presetOf({ from, to }: Partial<Days>, today: string): PeriodPreset | undefined {
  return periodPresets.find((preset) => {
    const days = daysOf(preset, today)
    return days.from === from && days.to === to
  })
}

export const periodLabels: Readonly<Record<PeriodPreset, string>> = texts({
  thisMonth: m.thisMonth,
  lastMonth: m.lastMonth,
  thisQuarter: m.thisQuarter,
  thisYear: m.thisYear,
  lastYear: m.lastYear,
})
