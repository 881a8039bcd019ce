// Days by counting: no library and no code of the product.

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function lengthOf(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (lengths[month - 1] ?? 0)
}

interface Parts {
  readonly year: number
  readonly month: number
  readonly date: number
}

const known = new Map<string, Parts>()

export function partsOf(day: string): Parts {
  const parts = known.get(day) ?? { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), date: Number(day.slice(8)) }
  known.set(day, parts)
  return parts
}

/** How many whole months lie between two days; a month that is too short for the first day's date is over on its last day. */
export function monthsBetween(from: string, to: string): number {
  const [start, end] = [partsOf(from), partsOf(to)]
  const months = (end.year - start.year) * 12 + end.month - start.month
  const isOver = end.date >= Math.min(start.date, lengthOf(end.year, end.month))
  return isOver ? months : months - 1
}

/** The spans that bonuses count in, by number: quarters from 1 to 4, halves 5 and 6, the year 0. */
export const spans = { quarter: [1, 2, 3, 4], half_year: [5, 6], year: [0] } as const

function monthsOf(span: number): readonly [number, number] {
  if (span === 0) return [1, 12]
  return span > 4 ? [span * 6 - 29, span * 6 - 24] : [span * 3 - 2, span * 3]
}

export function isWithin(day: string, year: number, span: number): boolean {
  const [first, last] = monthsOf(span)
  const { year: yearOfDay, month } = partsOf(day)
  return yearOfDay === year && month >= first && month <= last
}

/** First and last day of a span of a year. */
export function bounds(year: number, span: number): readonly [string, string] {
  const [first, last] = monthsOf(span)
  const two = (number: number) => String(number).padStart(2, '0')
  return [`${year}-${two(first)}-01`, `${year}-${two(last)}-${lengthOf(year, last)}`]
}
