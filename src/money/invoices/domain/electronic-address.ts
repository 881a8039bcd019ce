/** Longest electronic address of the scheme 0225 (BR-FR-25). */
export const maxElectronicAddress = 125

const words = {
  fr: {
    long: `L’adresse électronique a ${maxElectronicAddress} caractères au plus.`,
    characters: 'L’adresse électronique n’a que des lettres, des chiffres, des tirets, des points et des soulignés.',
    siren: 'L’adresse électronique commence par le SIREN.',
  },
  en: {
    long: `The electronic address has at most ${maxElectronicAddress} characters.`,
    characters: 'The electronic address has only letters, digits, hyphens, points and underscores.',
    siren: 'The electronic address begins with the SIREN.',
  },
} as const

/**
 * Why a text is no electronic address of a French business in the directory of platforms, such as '732829320_FACTURES'; null if
 * it is one, or empty: then the SIREN is the address. Characters by BR-FR-23, length by BR-FR-25, beginning by BR-FR-22.
 */
export function electronicAddressError(address: string, siren: string, language: keyof typeof words): string | null {
  const messages = words[language]
  if (address === '') return null
  if (address.length > maxElectronicAddress) return messages.long
  if (!/^[A-Za-z0-9._-]+$/.test(address)) return messages.characters
  return siren !== '' && address.startsWith(siren) ? null : messages.siren
}
