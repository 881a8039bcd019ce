import { expect, test } from 'vitest'
import { electronicAddressError, maxElectronicAddress } from './electronic-address.ts'

const siren = '732829320'

test('an electronic address begins with the SIREN and keeps to the French characters and length', () => {
  for (const right of ['', siren, `${siren}_FACTURES`, `${siren}_73282932000074`, `${siren}-a.B_9`])
    expect(electronicAddressError(right, siren, 'fr')).toBeNull()
  expect(electronicAddressError(`${siren}_Comptabilité`, siren, 'fr')).toMatch(/^L’adresse électronique n’a que des lettres/)
  expect(electronicAddressError(`${siren} A`, siren, 'en')).toMatch(/has only letters/)
  expect(electronicAddressError('552100554_A', siren, 'fr')).toBe('L’adresse électronique commence par le SIREN.')
  expect(electronicAddressError(siren, '', 'en')).toBe('The electronic address begins with the SIREN.')
  const long = siren.padEnd(maxElectronicAddress, 'x')
  expect([electronicAddressError(long, siren, 'fr'), electronicAddressError(`${long}x`, siren, 'fr')]).toEqual([
    null,
    'L’adresse électronique a 125 caractères au plus.',
  ])
})
