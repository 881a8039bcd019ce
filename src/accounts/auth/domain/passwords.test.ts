import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonPassword, passwordMaxLength, passwordMinLength, passwordStrength } from './passwords.ts'

test.each(['123456', 'AZERTY', 'MotDePasse', 'Password1', 'passerelle'])('%s is refused, whatever its case', (password) => {
  expect(isCommonPassword(password)).toBe(true)
  expect(passwordStrength(password)).toBe(0)
})

test.each([
  ['', 0],
  ['abcde', 0],
  ['aaaaaaaaaaaaaaaa', 1],
  ['Soleil2024!', 1],
  ['xkwtrb', 1],
  ['chemin-de-traverse', 4],
  ['Une phrase bien longue, 42 mots', 4],
])('"%s" has strength %i', (password, strength) => expect(passwordStrength(password)).toBe(strength))

test('from 6 characters on, an uncommon password is accepted and rated 1 to 4', () => {
  fc.assert(
    fc.property(fc.string({ minLength: passwordMinLength, maxLength: passwordMaxLength }), (password) => {
      fc.pre(!isCommonPassword(password))
      expect(passwordStrength(password)).toBeGreaterThanOrEqual(1)
      expect(passwordStrength(password)).toBeLessThanOrEqual(4)
    }),
  )
})

test('the minimum is the specified 6, the maximum bounds the cost of hashing', () => {
  expect([passwordMinLength, passwordMaxLength]).toEqual([6, 128])
})
