import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format'
import { localeOf, type WrittenLanguage } from '#platform/domain/languages.ts'
import { withElision } from '#platform/domain/typesetting.ts'

/** What a text between tags becomes, in a message with tags. */
export type Tag<T> = (parts: (string | T)[]) => T

const pluralRules = new Map<string, Intl.PluralRules>()
const numberFormats = new Map<string, Intl.NumberFormat>()

function getOrMake<V>(values: Map<string, V>, key: string, make: () => V): V {
  const value = values.get(key) ?? make()
  values.set(key, value)
  return value
}

const formatters = {
  getPluralRules: (locale: string, options?: Intl.PluralRulesOptions) =>
    getOrMake(pluralRules, `${locale} ${options?.type}`, () => new Intl.PluralRules(locale, options)),
  getNumberFormat: (locale: string, options?: Intl.NumberFormatOptions) =>
    getOrMake(numberFormats, `${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)),
  getDateTimeFormat: (locale: string, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
}

const saidIn = (language: WrittenLanguage, message: CompiledMessage, values?: Readonly<Record<string, unknown>>) =>
  language === 'fr' ? withElision(message, values) : message

/** The text of a compiled message. */
export const formatMessage = (message: CompiledMessage, language: WrittenLanguage, values?: FormatValues<string>): string =>
  format(saidIn(language, message, values), localeOf[language], values, { formatters }) as string

export function formatParts<T>(message: CompiledMessage, language: WrittenLanguage, values?: FormatValues<T>): (string | T)[] {
  const parts = format<T>(saidIn(language, message, values), localeOf[language], values, { formatters })
  return Array.isArray(parts) ? parts : [parts]
}
