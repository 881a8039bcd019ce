import { expect, test } from 'vitest'
import { amountOf, moneyOf } from './money-fields.tsx'

test.each([
  ['1000', '12,5', 12_500],
  ['1 000,10', '15', 15_002],
  ['12.500,50', '10', 125_005],
  ['0', '0', 0],
])('%j at %j %% gives %d cents', (revenueCents, commissionRate, cents) => {
  expect(amountOf({ revenueCents, commissionRate })).toBe(cents)
})

test.each([
  ['', '10'],
  ['-', '10'],
  ['1000', ''],
  ['1000', '-'],
  ['1000', ','],
  ['1000', '.'],
  ['1000', '-5'],
  ['1000', '101'],
  ['1000', '1e9'],
  ['1.234', '10'],
  ['-1', '10'],
  ['99999999999999999999', '10'],
])('%j at %j %% is no amount yet', (revenueCents, commissionRate) => {
  expect(amountOf({ revenueCents, commissionRate })).toBeNull()
})

test('an empty rate is sent as null, which the rules refuse where a rate is required', () => {
  expect(moneyOf({ revenueCents: '12,5', commissionRate: '' })).toEqual({ revenueCents: 1250, commissionRate: null })
})
