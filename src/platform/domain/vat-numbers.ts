import { m } from '../messages/messages.ts'
import { sirenError } from './company-numbers.ts'

/**
 * VAT number formats without the prefix, by country: the structures published for VIES, the Union's service. Whether a
 * number exists, only VIES knows.
 */
const formats: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^[A-Z]\d{7}[A-Z0-9]$|^\d{8}[A-Z]$/,
  FI: /^\d{8}$/,
  FR: /^[0-9A-HJ-NP-Z]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]$|^\d{7}[A-W][A-I]$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

/** Whether a country (ISO 3166 alpha-2) is in the VAT territory of the European Union; France included. */
export const isEuCountry = (country: string) => Object.hasOwn(formats, country)

/** Greek VAT numbers begin with EL; all others with the country's ISO code. */
const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country)

/** The key between 'FR' and the SIREN: (12 + 3 × (SIREN mod 97)) mod 97. */
export function frenchVatNumber(siren: string): string {
  return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`
}

/**
 * Validation message in French; null for a well-formed VAT number without spaces of this country. The check digits are
 * verified for France only, where the number must also be that of the SIREN, if given. Keys with letters, which exist for
 * businesses without a SIREN of the old series, are accepted unverified.
 */
export function vatNumberError(vatNumber: string, country: string, siren: string | null = null): string | null {
  const format = formats[country]
  if (!format) return m.countryOutsideUnion()
  const prefix = prefixOf(country)
  if (!vatNumber.startsWith(prefix)) return m.vatNumberPrefix({ prefix })
  const number = vatNumber.slice(2)
  if (!format.test(number)) return m.vatNumberFormat()
  return country === 'FR' ? frenchVatError(number, siren) : null
}

function frenchVatError(number: string, siren: string | null): string | null {
  const own = number.slice(2)
  if (sirenError(own)) return m.vatNumberWrongSiren()
  if (siren !== null && own !== siren) return m.vatNumberNotOfSiren()
  const numericKey = /^\d{2}/.test(number)
  if (numericKey && `FR${number}` !== frenchVatNumber(own)) return m.vatNumberWrongKey()
  return null
}
