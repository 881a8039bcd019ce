import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { currentLanguage, defaultReading, readingIn, setReadingSource, type WrittenLanguage } from './languages.ts'
import { maxCents, parseEuros, parsePercent } from './money.ts'
import { amountError, amountMessages, eurosInputText, percentInputText, typedEuros, typedPercent } from './typed-amounts.ts'

const revenue = amountMessages(() => (currentLanguage() === 'fr' ? 'Le montant' : 'The revenue'))
const readIn = (language: WrittenLanguage, text: string) => {
  setReadingSource(() => ({ language: 'specified', side: language }))
  return amountError(typedEuros(text), revenue)?.replace(/\s/g, ' ') ?? null
}
const inFrench = (text: string) => readIn('fr', text)
const inEnglish = (text: string) => readIn('en', text)
afterEach(() => setReadingSource(() => defaultReading))

describe('typed amounts', () => {
  test.each([
    ['12.500,50', 1_250_050],
    ['12,500.50', 1_250_050],
    ['1 234,5', 123_450],
    ['0', 0],
  ])('%s is %i cents, without an error', (text, cents) => {
    expect([typedEuros(text), inFrench(text)]).toEqual([cents, null])
  })

  test.each([
    ['', 'Le montant doit être positif', 'The revenue must be zero or more'],
    ['-5', 'Le montant doit être positif', 'The revenue must be zero or more'],
    ['10000000001', 'Le montant ne peut pas dépasser 10 000 000 000 €', 'The revenue must be at most 10 000 000 000 €'],
    ['9'.repeat(30), 'Le montant ne peut pas dépasser 10 000 000 000 €', 'The revenue must be at most 10 000 000 000 €'],
    [
      '1.234',
      '« 1.234 » peut se lire 1 234 € ou 1,234 € : écrivez 1 234 ou 1,23',
      '“1.234” may mean 1 234 € or 1,234 €: write 1 234 or 1,23',
    ],
    [
      '12,500 €',
      '« 12,500 € » peut se lire 12 500 € ou 12,500 € : écrivez 12 500 ou 12,50',
      '“12,500 €” may mean 12 500 € or 12,500 €: write 12 500 or 12,50',
    ],
    ['0.234', 'Montant illisible : « 0.234 »', 'Unreadable amount: “0.234”'],
    ['douze', 'Montant illisible : « douze »', 'Unreadable amount: “douze”'],
  ])('%j is refused with its own message', (text, french, english) => {
    expect([inFrench(text), inEnglish(text)]).toEqual([french, english])
  })

  test('a comma before three digits sets thousands apart in English; in other readings it is asked about', () => {
    const typed = (text: string) => {
      const cents = typedEuros(text)
      return typeof cents === 'number' ? eurosInputText(cents) : cents
    }
    const amounts = ['12,000', '€12,000', '12,000 €', '-1,234', '12,000.5', '1,234,567', '12,00', '12.000', '0,234', '1234,567']
    setReadingSource(() => readingIn('en', 'en'))
    expect(amounts.map(typed)).toEqual([
      '12 000',
      '12 000',
      '12 000',
      '-1 234',
      '12 000.50',
      '1 234 567',
      '12',
      '12.000',
      '0,234',
      '1234,567',
    ])
    for (const reading of [readingIn('fr', 'fr'), readingIn('specified', 'en'), readingIn('specified', 'fr')]) {
      setReadingSource(() => reading)
      expect(amounts.slice(0, 4).map(typedEuros)).toEqual(amounts.slice(0, 4))
    }
  })

  test('an amount as the field displays it parses back to itself', () => {
    for (const [language, texts] of [
      ['fr', ['12 500,50', '12 345']],
      ['en', ['12 500.50', '12 345']],
    ] as const) {
      setReadingSource(() => readingIn(language, 'fr'))
      fc.assert(fc.property(fc.integer({ min: 0, max: maxCents }), (cents) => parseEuros(eurosInputText(cents)) === cents))
      expect([eurosInputText(1_250_050), eurosInputText(1_234_500)]).toEqual(texts)
    }
  })
})

describe('typed percentages', () => {
  test.each([
    ['17,5', 17.5],
    ['17.55 %', 17.55],
    ['101', 101],
    ['-5', -5],
    ['-0,5', -0.5],
    [' ', null],
  ])('%j is sent as %d', (text, rate) => expect(typedPercent(text)).toBe(rate))

  test.each(['-', ',', '1e1', '12.500,50', '1,234', '0x1', 'Infinity'])('%s is invalid', (text) =>
    expect(parsePercent(text)).toBeNull(),
  )

  test('a rate as the field displays it parses back to itself', () => {
    for (const [language, text] of [
      ['fr', '17,5'],
      ['en', '17.5'],
    ] as const) {
      setReadingSource(() => readingIn(language, 'fr'))
      for (const rate of [0, 0.01, 17.5, 100]) expect(parsePercent(percentInputText(rate))).toBe(rate)
      expect(percentInputText(17.5)).toBe(text)
    }
  })
})
