import { m } from '../messages/messages.ts'

/** Longest electronic address of the scheme 0225 (BR-FR-25). */
export const maxElectronicAddress = 125

/**
 * Why a text is no electronic address of a French business in the directory of platforms, such as '732829320_FACTURES'; null if
 * it is one, or empty: then the SIREN is the address. Characters by BR-FR-23, length by BR-FR-25, beginning by BR-FR-22.
 */
export function electronicAddressError(address: string, siren: string): string | null {
  if (address === '') return null
  if (address.length > maxElectronicAddress) return m.electronicAddressLong({ max: maxElectronicAddress })
  if (!/^[A-Za-z0-9._-]+$/.test(address)) return m.electronicAddressCharacters()
  return siren !== '' && address.startsWith(siren) ? null : m.electronicAddressSiren()
}
