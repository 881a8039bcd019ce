import { expect, test } from 'vitest'
import { decimalSign, readAmount } from './conventions.ts'

test.each([
  [['1037,00', '12,5'], { is: ',' }],
  [['1,037.00', '900'], { is: '.' }],
  [['1,234'], { asked: '1,234' }],
  // Two tools wrote into one column.
  [['1037.0', '1037,00'], { asked: '1037,00' }],
  [['1037', ''], null],
])('%j tells the sign of decimals: %j', (values, expected) => expect(decimalSign(values)).toEqual(expected))

test.each([
  ['1 234,50 €', ',', '1234,50'],
  ['1.234,5', ',', '1234,50'],
  ['1,234', '.', '1234'],
  ['1037,00', '.', '1037,00'],
  ['12.34', ',', '12.34'],
  ['1,2,3', ',', '1,2,3'],
] as const)('%s where %s sets decimals apart is %s', (text, sign, expected) =>
  expect(readAmount(text, sign, false)).toBe(expected),
)
