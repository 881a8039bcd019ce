import { currentLocale, currentReading, localeOf } from './languages.ts'
import { numberFormat } from './number-format.ts'
import { compact, oneLine } from './typed-text.ts'

/** Amounts are euro cents as safe integers; rates are percents with at most two decimals. */
export type Cents = number

/** Ten billion euros: far above any deal, far below Number.MAX_SAFE_INTEGER. */
export const maxCents = 1_000_000_000_000

const hundredPercent = 10_000n

/** 17.5 -> 1750. Percents have at most two decimals, so the rounding only corrects binary representation. */
export function basisPoints(percent: number): number {
  return Math.round(percent * 100)
}

/** `amount × rate`, rounded half up to the cent. The only place where a share is rounded. */
export function percentOf(amount: Cents, ratePercent: number): Cents {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`amount is not in whole cents: ${amount}`)
  const scaled = BigInt(amount) * BigInt(basisPoints(ratePercent))
  return Number((scaled + hundredPercent / 2n) / hundredPercent)
}

const groups = { ',': /^[+-]?\d{1,3}(,\d{3})+$/, '.': /^[+-]?\d{1,3}(\.\d{3})+$/ } as const

/** '1,234.50' and '1.234,50' -> '1234.50'. A single kind of separator groups thousands only if repeated ('1,234,567'). */
function withoutGroups(text: string): string {
  const decimal = text.lastIndexOf(',') > text.lastIndexOf('.') ? ',' : '.'
  const other = decimal === ',' ? '.' : ','
  const [whole = '', ...decimals] = text.split(decimal)
  if (decimals.length > 1 && groups[decimal].test(text)) return text.replaceAll(decimal, '')
  const plain = groups[other].test(whole) && decimals.length === 1 ? whole.replaceAll(other, '') : whole
  return [plain, ...decimals].join('.')
}

/**
 * Parses an amount in euros in French ('1 234,50 €') or English ('1,234.50') notation into cents, without floats. Returns
 * null for anything that is not an amount with at most two decimals: '1,234' is ambiguous, and '12€50' is rejected.
 */
export function parseEuros(text: string): Cents | null {
  const bare = compact(text).replace(/^([+-]?)€|(€|eur(os?)?)$/gi, '$1')
  const match = /^([+-]?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(withoutGroups(bare.replace(/['’]/g, '')))
  if (!match) return null
  const [, sign, euros = '', decimals = ''] = match
  const cents = Number(euros) * 100 + Number(decimals.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/** Parses '17,5' or '17.5 %' -> 17.5; null unless it is a percentage with at most two decimals. */
export function parsePercent(text: string): number | null {
  const match = /^(-?\d{1,6})(?:[.,](\d{1,2}))?\s*%?$/.exec(oneLine(text))
  return match ? Number(`${match[1]}.${match[2] ?? 0}`) : null
}

const wholeEuros = numberFormat({ style: 'currency', currency: 'EUR', maximumFractionDigits: 0 })
const exactEuros = numberFormat({ style: 'currency', currency: 'EUR' })
const plainEuros = numberFormat({ maximumFractionDigits: 0 })
const percent = numberFormat({ maximumFractionDigits: 2 })

/** '12 346 €', for cards and boards. */
export function formatEuros(cents: Cents): string {
  return wholeEuros(cents / 100)
}

/** '12 345,67 €', for tables, statements and exports. */
export function formatEurosExact(cents: Cents): string {
  return exactEuros(cents / 100)
}

/** '12 346', for specified texts that put the sign before the amount ('€{remaining}'). */
export function formatEurosBare(cents: Cents): string {
  return plainEuros(cents / 100)
}

/** '17,5 %', or '17.5%' in English; the sign never begins a line. */
export const percentText = (ratePercent: number): string =>
  `${formatPercent(ratePercent)}${currentLocale() === localeOf.en ? '' : '\u00a0'}%`

/** '17,5%' as the specification quotes it; in French '17,5 %'. */
export const quotedPercentText = (ratePercent: number): string =>
  currentReading().language === 'fr' ? percentText(ratePercent) : `${formatPercent(ratePercent)}%`

/** '17,5', where a specified text has the sign in another way. */
export function formatPercent(ratePercent: number): string {
  return percent(ratePercent)
}
