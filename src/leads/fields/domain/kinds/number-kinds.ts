import { dayText } from '#platform/domain/day-text.ts'
import { currentLocale } from '#platform/domain/languages.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { numberFormat } from '#platform/domain/number-format.ts'
import { amountError, amountMessages, quoted, typedEuros } from '#platform/domain/typed-amounts.ts'
import { parseDay } from '#platform/domain/typed-days.ts'
import { compact, oneLine } from '#platform/domain/typed-text.ts'
import { m } from '../../messages/messages.ts'
import type { FieldValue } from '../fields.ts'
import type { Kind } from './kind.ts'

/** Numbers have at most three decimals and stay below a million millions, so that each is exact as JSON. */
const numberMax = 999_999_999_999
const numberDecimals = 3

const amountWords = amountMessages(m.theAmount)
const decimals = numberFormat({ maximumFractionDigits: numberDecimals })
const isEnglish = () => currentLocale().startsWith('en')

function numberError(value: FieldValue): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return m.numberNotReadable({ text: quoted(String(value)) })
  if (Math.abs(value) > numberMax) return m.numberTooLarge()
  return Number(value.toFixed(numberDecimals)) === value ? null : m.tooManyDecimals({ decimals: numberDecimals })
}

/** A number as somebody types it: '1 234,5', in English '1,234.5'. */
function typedNumber(text: string): number | string {
  const bare = compact(text).replace(/['’]/g, '')
  const plain = isEnglish() ? bare.replace(/,(?=\d{3}(?:\D|$))/g, '') : bare
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : oneLine(text)
}

const numberInFilter = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)

function dayError(value: FieldValue): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typeof value === 'string' ? value : '')?.map(Number) ?? []
  if (!year || !month || !day || year < 1900 || year > 2199) return m.dayNotReadable({ text: quoted(String(value)) })
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? null : m.dayNotReadable({ text: quoted(String(value)) })
}

export const numberKinds = {
  number: {
    check: numberError,
    parse: typedNumber,
    text: (value) => (typeof value === 'number' ? decimals(value) : String(value)),
    inputText: (value) => String(value).replace('.', isEnglish() ? '.' : ','),
    filter: 'range',
    fromFilter: numberInFilter,
  },
  amount: {
    check: (value) => (Array.isArray(value) ? amountWords.notPositive : amountError(value, amountWords)),
    parse: (text) => typedEuros(text) ?? '',
    text: (value) => (typeof value === 'number' ? formatEurosExact(value) : String(value)),
    inputText: (value, _field, amountText) => (typeof value === 'number' ? amountText(value) : String(value)),
    filter: 'range',
    fromFilter: numberInFilter,
  },
  date: {
    check: dayError,
    parse: (text) => parseDay(text) ?? oneLine(text),
    text: (value) => (typeof value === 'string' ? dayText(value) : String(value)),
    filter: 'range',
  },
} as const satisfies Readonly<Record<string, Kind>>
