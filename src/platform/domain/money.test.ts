import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inLanguageOf, type Language, languages, readingIn } from './languages.ts'
import {
  formatEuros,
  formatEurosBare,
  formatEurosExact,
  formatPercent,
  maxCents,
  parseEuros,
  percentOf,
  percentText,
  quotedPercentText,
} from './money.ts'

describe('a commission is revenue × rate, rounded half-up to the cent', () => {
  test.each([
    [1_200_000, 15, 180_000],
    [333, 15, 50],
    [1, 15, 0],
    [10, 15, 2],
    [30, 15, 5],
    [10_001, 17.5, 1750],
    [10_003, 17.5, 1751],
    [0, 35, 0],
    [maxCents, 35, 350_000_000_000],
    [100, 0.01, 0],
    [5_000, 0.01, 1],
    [maxCents, 99.99, 999_900_000_000],
  ])('%i cents at %d %% give %i cents', (revenue, rate, amount) => expect(percentOf(revenue, rate)).toBe(amount))

  test('the rounding error is never more than half a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxCents }), fc.integer({ min: 0, max: 10_000 }), (revenue, points) => {
        const exact = BigInt(revenue) * BigInt(points)
        const off = BigInt(percentOf(revenue, points / 100)) * 10_000n - exact
        expect(off > -5000n && off <= 5000n).toBe(true)
      }),
    )
  })

  test('a fraction of a cent throws', () => expect(() => percentOf(0.5, 15)).toThrow(RangeError))
})

describe('an amount typed in euros', () => {
  test.each([
    ['12000', 1_200_000],
    ['12 000', 1_200_000],
    ['12\u202f000,50 €', 1_200_050],
    ['0.1', 10],
    ['1234,5', 123_450],
    ['-3', -300],
    ['1 234,50', 123_450],
    ['1234.50', 123_450],
    ['12 000 €', 1_200_000],
    ['€12,000.5', 1_200_050],
    ['-€12', -1200],
    ['€ 12', 1200],
    ['12 € ', 1200],
    ['12 EUR', 1200],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ['1,234,567', 123_456_700],
    ['1.234.567,89 EUR', 123_456_789],
    ["12'000.00 euros", 1_200_000],
    ['-1,234.50', -123_450],
  ])('%s is %i cents', (text, cents) => expect(parseEuros(text)).toBe(cents))
  test.each([
    '',
    'abc',
    '1,234',
    '1.234',
    '1.2.3',
    '1,23,456',
    '1,23.50',
    '1,234.567',
    '1e5',
    'NaN',
    '€',
    '12k€',
    '-',
    '12€50',
    '1 €2',
  ])('%s is no amount', (text) => expect(parseEuros(text)).toBeNull())

  test('a displayed amount can be typed back', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: maxCents }), (cents) => parseEuros(formatEurosExact(cents)) === cents))
  })
})

test('cards show no decimals, tables show two', () => {
  expect(formatEuros(123_456_789)).toMatch(/^1\s234\s568\s€$/)
  expect(formatEurosExact(123_456_789)).toMatch(/^1\s234\s567,89\s€$/)
  expect(formatEurosBare(1_000_000)).toMatch(/^10\s000$/)
})

test('a rate is shown with only the decimals it has', () => {
  expect([15, 17.5, 0.01].map(formatPercent)).toEqual(['15', '17,5', '0,01'])
  // The sign stays with its number.
  expect(percentText(17.5)).toBe('17,5\u00a0%')
  const saidIn = (language: Language) =>
    inLanguageOf(readingIn(language, 'fr'), () => [percentText(17.5), quotedPercentText(17.5)])
  expect(languages.map(saidIn)).toEqual([
    ['17,5\u00a0%', '17,5%'],
    ['17,5\u00a0%', '17,5\u00a0%'],
    ['17.5%', '17.5%'],
  ])
})
