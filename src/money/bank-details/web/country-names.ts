import { countryCodes } from '#platform/domain/countries.ts'

const names = new Intl.DisplayNames('fr', { type: 'region' })

/** 'France' */
export function countryName(code: string): string {
  return names.of(code) ?? code
}

/** Options of a field, by name in French. */
export const countryOptions = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'fr'))
