import { normalizeCompanyNumber, sirenError, siretError } from '#platform/domain/company-numbers.ts'
import { manyLines, oneLine } from '#platform/domain/typed-text.ts'
import { withScheme } from '#platform/domain/web-address.ts'
import { m } from '../../messages/messages.ts'
import type { Kind } from './kind.ts'

const textMax = 200
export const longTextMax = 2000
const phoneMax = 50
const linkMax = 2048
const emailMax = 255

/** PostgreSQL holds neither U+0000 nor half of a surrogate pair. */
export const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const textUpTo =
  (max: number): Kind['check'] =>
  (value) => {
    if (typeof value !== 'string' || manyLines(value) === '' || !isStorable(value)) return m.textNotReadable()
    return value.length > max ? m.textTooLong({ max }) : null
  }

const matching =
  (pattern: RegExp, max: number, message: () => string): Kind['check'] =>
  (value) =>
    typeof value === 'string' && value.length <= max && pattern.test(value) && isStorable(value) ? null : message()

const companyNumber = (error: (text: string) => string | null): Kind => ({
  check: (value) => error(typeof value === 'string' ? value : ''),
  parse: normalizeCompanyNumber,
  stored: normalizeCompanyNumber,
  isSearched: true,
})

export const textKinds = {
  text: { check: textUpTo(textMax), parse: oneLine, isSearched: true },
  long_text: { check: textUpTo(longTextMax), parse: manyLines, stored: manyLines, isSearched: true },
  email: { check: matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, emailMax, m.emailInvalid), parse: oneLine, isSearched: true },
  phone: { check: matching(/^(?=(?:\D*\d){4})[0-9+()./ #*-]+$/, phoneMax, m.phoneInvalid), parse: oneLine, isSearched: true },
  link: { check: matching(/^https?:\/\/[^\s/?#]+\.[^\s]+$/i, linkMax, m.linkInvalid), parse: withScheme, isSearched: true },
  siren: companyNumber(sirenError),
  siret: companyNumber(siretError),
} as const satisfies Readonly<Record<string, Kind>>
