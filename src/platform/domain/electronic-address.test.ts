import { expect, test } from 'vitest'
import { electronicAddressError, maxElectronicAddress } from './electronic-address.ts'

const siren = '732829320'

test('an electronic address begins with the SIREN and keeps to the French characters and length', () => {
  for (const right of ['', siren, `${siren}_FACTURES`, `${siren}_73282932000074`, `${siren}-a.B_9`])
    expect(electronicAddressError(right, siren)).toBeNull()
  expect(electronicAddressError(`${siren}_Comptabilité`, siren)).toMatch(/^L’adresse électronique n’a que des lettres/)
  expect(electronicAddressError(`${siren} A`, siren)).toMatch(/^L’adresse électronique n’a que des lettres/)
  expect(electronicAddressError('552100554_A', siren)).toBe('L’adresse électronique commence par le SIREN.')
  expect(electronicAddressError(siren, '')).toBe('L’adresse électronique commence par le SIREN.')
  const long = siren.padEnd(maxElectronicAddress, 'x')
  expect([electronicAddressError(long, siren), electronicAddressError(`${long}x`, siren)]).toEqual([
    null,
    'L’adresse électronique a 125 caractères au plus.',
  ])
})
