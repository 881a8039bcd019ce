import { expect, test } from 'vitest'
import { ibanChecksOut } from './iban.ts'

test.each([
  ['FR7630006000011234567890189', true],
  ['FR7630006000011234567890188', false],
  ['DE89370400440532013000', true],
  ['DE8937040044053201300', false],
  ['XX89370400440532013000', false],
  ['GB82WEST12345698765432', true],
])('IBAN %s checks out: %s', (iban, valid) => expect(ibanChecksOut(iban)).toBe(valid))
