import { expect, test } from 'vitest'
import { CsvNumber, csvEuros, csvPercent, readersCsvFormat, withoutFormulas } from './csv.ts'
import { inLanguageOf, type Language, readingIn } from './languages.ts'

test.each([
  [123_456, '1234,56'],
  [0, '0,00'],
  [5, '0,05'],
  [-1, '-0,01'],
  [-64, '-0,64'],
  [-99, '-0,99'],
  [-100, '-1,00'],
  [-50_566, '-505,66'],
])('%i cents are %s', (cents, text) => {
  expect(csvEuros(cents).text).toBe(text)
})

test('numbers are numbers whatever their sign; text that looks like a formula is guarded', () => {
  const cells = withoutFormulas([[csvEuros(-64), csvPercent(17.5), -3, '-505,66', '=1+1', 'Zoé']])
  expect(cells).toEqual([['-0,64', '17,5', -3, "'-505,66", "'=1+1", 'Zoé']])
})

test('an English file has commas and decimal points, in the language English alone', () => {
  const format = (language: Language) => inLanguageOf(readingIn(language, 'en'), readersCsvFormat)
  expect(withoutFormulas([[csvEuros(-64), csvPercent(17.5), '1,5']], format('en'))).toEqual([['-0.64', '17.5', '1,5']])
  expect([format('en').delimiter, format('fr').delimiter, format('specified').delimiter]).toEqual([',', ';', ';'])
})

test('what is no number cannot pass for one', () => {
  expect(() => new CsvNumber('=1+1')).toThrow(RangeError)
})
