import { countryCodes } from '#platform/domain/countries.ts'
import { currentLanguage, localeOf } from '#platform/domain/languages.ts'

const locale = localeOf[currentLanguage()]
const names = new Intl.DisplayNames(locale, { type: 'region' })

/** 'France' */
export function countryName(code: string): string {
  return names.of(code) ?? code
}

/** Options of a field, by name. */
export const countryOptions = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, locale))
