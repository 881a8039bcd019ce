import { currentLocale, currentReading, textOf, type Words } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import { type Cents, formatEuros, maxCents, parseEuros, parsePercent } from './money.ts'
import { compact, oneLine, plainLine } from './typed-text.ts'

/** Why a text is no amount, in the language of whoever reads it. */
export interface AmountMessages {
  readonly notPositive: string
  readonly tooLarge: string
  readonly unreadable: (text: string) => string
  /** '1.234' can mean 1 234 € or 1,234 €: the message names both and how to write either. */
  readonly ambiguous: (text: string, thousands: string, decimals: string) => string
}

/** Quotes user input in a message: one line, truncated. */
export function quoted(text: string): string {
  const printable = plainLine(text.toWellFormed())
  return printable.length > 60 ? `${[...printable].slice(0, 60).join('')}…` : printable
}

/** `subject` begins the sentences, such as 'The revenue'. */
export const amountMessages = (subject: Words): AmountMessages => ({
  get notPositive() {
    return m.amountNotPositive({ subject: textOf(subject) })
  },
  get tooLarge() {
    return m.amountTooLarge({ subject: textOf(subject), max: formatEuros(maxCents) })
  },
  unreadable: (text) => m.amountUnreadable({ text: quoted(text) }),
  ambiguous: (text, thousands, decimals) => m.amountAmbiguous({ text, thousands, decimals, shorter: decimals.slice(0, -1) }),
})

/**
 * Converts a typed amount for a request: cents if it parses, otherwise the unchanged text, so that the field's validation can
 * explain what is wrong; null if empty.
 */
export function typedEuros(text: string): Cents | string | null {
  return oneLine(text) === '' ? null : (parseTypedEuros(text) ?? oneLine(text))
}

/**
 * Parses an amount as its reader means it: who reads English writes '12,000' for twelve thousand. To everybody else a comma
 * before three digits is ambiguous, and a point is to all.
 */
export function parseTypedEuros(text: string): Cents | null {
  if (currentReading().language !== 'en') return parseEuros(text)
  return parseEuros(compact(text).replace(/^([+-]?€?[1-9]\d{0,2}),(\d{3})(?!\d|[.,])/, '$1$2'))
}

/** Checks a typed percentage in the same way. */
export function typedPercent(text: string): number | string | null {
  return oneLine(text) === '' ? null : (parsePercent(text) ?? oneLine(text))
}

/** Why a text is not an amount between zero and the maximum; null if it is. */
export function amountError(value: unknown, words: AmountMessages): string | null {
  if (typeof value === 'string') return unreadError(value, words)
  if (typeof value !== 'number' || Number.isNaN(value)) return words.notPositive
  if (value < 0) return words.notPositive
  if (value > maxCents) return words.tooLarge
  return Number.isInteger(value) ? null : words.unreadable(String(value / 100))
}

const decimalSign = () => (0.5).toLocaleString(currentLocale()).charAt(1)

function unreadError(text: string, words: AmountMessages): string {
  const bare = compact(text).replace(/[€'’]|eur(os?)?$/gi, '')
  const [, whole, part] = /^([+-]?[1-9]\d{0,2})[.,](\d{3})$/.exec(bare) ?? []
  if (whole && part) return words.ambiguous(quoted(text), `${whole}\u00a0${part}`, `${whole}${decimalSign()}${part}`)
  if (/^\d{14,}([.,]\d*)?$/.test(bare)) return words.tooLarge
  return words.unreadable(text)
}

/**
 * Formats cents for an input: '12 345,60', in English '12 345.60', without decimals if they are zero. Thousands are never set
 * apart by a comma, since '12,345' could be read in two ways.
 */
export function eurosInputText(cents: Cents): string {
  const euros = new Intl.NumberFormat(currentLocale(), { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })
  return euros
    .formatToParts(cents / 100)
    .map(({ type, value }) => (type === 'group' ? ' ' : value))
    .join('')
}

/** '17,5', in English '17.5'. */
export function percentInputText(rate: number): string {
  return String(rate).replace('.', decimalSign())
}
