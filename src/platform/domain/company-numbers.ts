import { m } from '../messages/messages.ts'
import { compact } from './typed-text.ts'

/** SIREN of La Poste, whose establishments have SIRETs outside Luhn's formula. */
const laPoste = '356000000'

const withoutSpaces = (text: string) => compact(text).replaceAll('.', '')

/** Luhn (ISO/IEC 7812-1): double every second digit from the right; the sum of all digits is a multiple of ten. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const digitSum = (digits: string) => [...digits].reduce((sum, digit) => sum + Number(digit), 0)

/** '732 829 320' -> '732829320', as documents and files need it. */
export const normalizeCompanyNumber = (text: string) => withoutSpaces(text).toUpperCase()

/** Validation message in French; null for a valid SIREN of nine digits without spaces. */
export function sirenError(siren: string): string | null {
  if (!/^\d{9}$/.test(siren)) return m.sirenLength()
  if (!passesLuhn(siren)) return m.sirenWrongKey()
  return null
}

/**
 * Validation message in French; null for a valid SIRET of 14 digits without spaces. INSEE numbers the establishments of La
 * Poste so that the sum of the digits is a multiple of five; only its head office passes Luhn.
 */
export function siretError(siret: string, siren: string | null = null): string | null {
  if (!/^\d{14}$/.test(siret)) return m.siretLength()
  if (sirenError(siret.slice(0, 9))) return m.siretWrongSiren()
  const ofLaPoste = siret.startsWith(laPoste) && digitSum(siret) % 5 === 0
  if (!passesLuhn(siret) && !ofLaPoste) return m.siretWrongKey()
  if (siren !== null && !siret.startsWith(siren)) return m.siretNotOfSiren()
  return null
}
