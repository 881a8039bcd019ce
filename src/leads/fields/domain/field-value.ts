import { normalizeCompanyNumber, sirenError, siretError } from '#platform/domain/company-numbers.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { foldText } from '#platform/domain/fold-text.ts'
import { currentLocale } from '#platform/domain/languages.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { numberFormat } from '#platform/domain/number-format.ts'
import { amountError, amountMessages, quoted, typedEuros } from '#platform/domain/typed-amounts.ts'
import { parseDay } from '#platform/domain/typed-days.ts'
import { compact, manyLines, oneLine } from '#platform/domain/typed-text.ts'
import { withScheme } from '#platform/domain/web-address.ts'
import { m } from '../messages/messages.ts'
import { type FieldKind, type FieldValue, namesOf, optionName, type ValueField } from './fields.ts'

export const textMax = 200
export const longTextMax = 2000
export const phoneMax = 50
export const linkMax = 2048
export const emailMax = 255
/** Numbers have at most three decimals and stay below a million millions, so that each is exact as JSON. */
export const numberMax = 999_999_999_999
const numberDecimals = 3

type Check = (value: FieldValue, field: ValueField) => string | null

const amountWords = amountMessages(m.theAmount)
const asText = (value: FieldValue) => (typeof value === 'string' ? value : '')

/** PostgreSQL holds neither U+0000 nor half of a surrogate pair. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const textUpTo =
  (max: number): Check =>
  (value) => {
    if (typeof value !== 'string' || manyLines(value) === '' || !isStorable(value)) return m.textNotReadable()
    return value.length > max ? m.textTooLong({ max }) : null
  }

const matching =
  (pattern: RegExp, max: number, message: () => string): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max && pattern.test(value) && isStorable(value) ? null : message()

function dayError(value: FieldValue): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(asText(value))?.map(Number) ?? []
  if (!year || !month || !day || year < 1900 || year > 2199) return m.dayNotReadable({ text: quoted(String(value)) })
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? null : m.dayNotReadable({ text: quoted(String(value)) })
}

function numberError(value: FieldValue): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return m.numberNotReadable({ text: quoted(String(value)) })
  if (Math.abs(value) > numberMax) return m.numberTooLarge()
  return Number(value.toFixed(numberDecimals)) === value ? null : m.tooManyDecimals({ decimals: numberDecimals })
}

function choicesError(value: FieldValue, { options }: ValueField): string | null {
  if (!Array.isArray(value) || value.length === 0) return m.chooseOneAtLeast()
  const unknown = value.find((key) => !options.some((option) => option.key === key))
  if (unknown !== undefined) return m.optionUnknown({ text: quoted(String(unknown)) })
  return new Set(value).size === value.length ? null : m.optionTwice()
}

const checks: Readonly<Record<FieldKind, Check>> = {
  text: textUpTo(textMax),
  long_text: textUpTo(longTextMax),
  number: numberError,
  amount: (value) => (Array.isArray(value) ? amountWords.notPositive : amountError(value, amountWords)),
  date: dayError,
  choice: (value, { options }) =>
    options.some(({ key }) => key === value) ? null : m.optionUnknown({ text: quoted(String(value)) }),
  choices: choicesError,
  yes_no: (value) => (typeof value === 'boolean' ? null : m.yesOrNo()),
  email: matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, emailMax, m.emailInvalid),
  phone: matching(/^(?=(?:\D*\d){4})[0-9+()./ #*-]+$/, phoneMax, m.phoneInvalid),
  link: matching(/^https?:\/\/[^\s/?#]+\.[^\s]+$/i, linkMax, m.linkInvalid),
  siren: (value) => sirenError(asText(value)),
  siret: (value) => siretError(asText(value)),
  offer: () => null,
}

/** Why a field does not take a value, as a sentence; null if it does. The database checks the same. */
export const valueError = (field: ValueField, value: FieldValue): string | null => checks[field.kind](value, field)

/** A number as somebody types it: '1 234,5', in English '1,234.5'. */
function typedNumber(text: string): number | string {
  const bare = compact(text).replace(/['’]/g, '')
  const plain = currentLocale().startsWith('en') ? bare.replace(/,(?=\d{3}(?:\D|$))/g, '') : bare
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : oneLine(text)
}

const yes = ['oui', 'yes', 'vrai', 'true', 'o', 'y', '1', 'x']
const no = ['non', 'no', 'faux', 'false', 'n', '0']

function typedYesNo(text: string): boolean | string {
  const folded = foldText(oneLine(text))
  if (yes.includes(folded)) return true
  return no.includes(folded) ? false : oneLine(text)
}

/** The key of an option that a text names by its key or by a name in any language; the text itself if none. */
function typedOption({ options }: ValueField, text: string): string {
  const wanted = foldText(oneLine(text))
  return options.find((option) => namesOf(option).some((name) => foldText(name) === wanted))?.key ?? oneLine(text)
}

/** Options in the field's order, each once. */
function typedOptions(field: ValueField, text: string): readonly string[] {
  const whole = typedOption(field, text)
  if (field.options.some(({ key }) => key === whole)) return [whole]
  const parts = text.split(/[;,\n]/).filter((part) => oneLine(part) !== '')
  return inOrder(
    field,
    parts.map((part) => typedOption(field, part)),
  )
}

function inOrder({ options }: ValueField, keys: readonly string[]): readonly string[] {
  const known = options.map(({ key }) => key).filter((key) => keys.includes(key))
  return [...known, ...new Set(keys.filter((key) => !known.includes(key)))]
}

type Parser = (text: string, field: ValueField) => FieldValue
const companyNumber: Parser = (text) => normalizeCompanyNumber(text)

const parsers: Readonly<Record<FieldKind, Parser>> = {
  text: oneLine,
  long_text: manyLines,
  number: typedNumber,
  amount: (text) => typedEuros(text) ?? '',
  date: (text) => parseDay(text) ?? oneLine(text),
  choice: (text, field) => typedOption(field, text),
  choices: (text, field) => typedOptions(field, text),
  yes_no: typedYesNo,
  email: oneLine,
  phone: oneLine,
  link: withScheme,
  siren: companyNumber,
  siret: companyNumber,
  offer: oneLine,
}

/**
 * The value that a text of a form or a file means; null for an empty one. What cannot be read stays a value that `valueError`
 * explains.
 */
export function parseFieldText(field: ValueField, text: string): FieldValue | null {
  return manyLines(text) === '' ? null : parsers[field.kind](text, field)
}

/**
 * A value as it is stored: of one line but for a long text, numbers of companies without spaces, options in their order and each
 * once.
 */
export function storedValue(field: ValueField, value: FieldValue | null): FieldValue | null {
  if (value === null) return null
  if (typeof value === 'string') {
    const text = field.kind === 'long_text' ? manyLines(value) : oneLine(value)
    if (text === '') return null
    return field.kind === 'siren' || field.kind === 'siret' ? normalizeCompanyNumber(text) : text
  }
  if (!Array.isArray(value)) return value
  return value.length === 0 ? null : inOrder(field, value)
}

const decimals = numberFormat({ maximumFractionDigits: numberDecimals })

/** A value as people read it, in their language. */
export function fieldText(field: ValueField, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? m.yes() : m.no()
  if (typeof value === 'number') return field.kind === 'amount' ? formatEurosExact(value) : decimals(value)
  if (typeof value !== 'string') return value.map((key) => optionName(field, key)).join(', ')
  if (field.kind === 'date') return dayText(value)
  return field.kind === 'choice' ? optionName(field, value) : value
}

/** The number with the decimal sign of a form’s input. */
const decimalText = (value: number) => String(value).replace('.', currentLocale().startsWith('en') ? '.' : ',')

/**
 * The text of a value in an input or a file, which `parseFieldText` reads as the same value. `amountText` writes cents, since
 * inputs and files do it differently.
 */
export function fieldInputText(field: ValueField, value: FieldValue, amountText: (cents: number) => string): string {
  if (typeof value === 'number') return field.kind === 'amount' ? amountText(value) : decimalText(value)
  if (typeof value === 'boolean' || field.kind === 'date' || typeof value !== 'string') {
    return typeof value === 'object' ? value.map((key) => optionName(field, key)).join('; ') : fieldText(field, value)
  }
  return fieldText(field, value)
}

/** Whether two values are the same. */
export function sameValue(one: FieldValue | null | undefined, other: FieldValue | null | undefined): boolean {
  if (one === undefined || one === null || other === undefined || other === null) return (one ?? null) === (other ?? null)
  return typeof one === 'object' && typeof other === 'object' ? one.join('\n') === other.join('\n') : one === other
}
