import { currentLocale } from './languages.ts'

/**
 * Formats numbers as the reader writes them. The formatter is made at its first use: the first one of a page reads the language's
 * data, for which a phone needs some 50 ms that would otherwise hold up all modules.
 */
export function numberFormat(options: Intl.NumberFormatOptions = {}): (value: number) => string {
  const formats = new Map<string, Intl.NumberFormat>()
  return (value) => {
    const locale = currentLocale()
    const format = formats.get(locale) ?? new Intl.NumberFormat(locale, options)
    formats.set(locale, format)
    return format.format(value)
  }
}
