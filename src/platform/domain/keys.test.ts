import { expect, test } from 'vitest'
import { isReservedKey, keyFor, keyPattern, ownValue } from './keys.ts'

test('a key follows from a name, and no two offers share one', () => {
  expect(keyFor('Audit énergétique', [], 'offer')).toBe('audit_energetique')
  expect(keyFor('Audit énergétique', ['audit_energetique', 'audit_energetique_2'], 'offer')).toBe('audit_energetique_3')
  expect(keyFor('360° & +', [], 'offer')).toBe('offer')
  expect(keyFor('3 mois d’essai', [], 'offer')).toBe('mois_d_essai')
  expect(keyFor('x'.repeat(80), ['x'.repeat(37)], 'offer')).toMatch(keyPattern)
})

test('what every object has is reserved, and is nobody’s value', () => {
  expect(['constructor', 'toString', 'valueOf', 'besoin'].filter(isReservedKey)).toEqual(['constructor', 'toString', 'valueOf'])
  expect(keyFor('Constructor', [], 'offer')).toBe('constructor_2')
  expect([ownValue({ besoin: 1 }, 'besoin'), ownValue({ besoin: 1 }, 'constructor')]).toEqual([1, undefined])
  expect(ownValue({ constructor: 2 }, 'constructor')).toBe(2)
})
