import { expect, test } from 'vitest'
import { rangeOf } from './field-filters.ts'

const plain = (text: string) => text.replace(/\s/g, ' ')

test('a range of amounts is typed in euros, and stands in the address in cents', () => {
  const range = rangeOf({ key: 'budget', kind: 'amount', options: [] })
  expect(range.read('1 000', '5000,50')).toEqual({ text: '100000..500050' })
  expect(range.read('', '5000')).toEqual({ text: '..500000' })
  expect(range.read('', '')).toEqual({ text: null })
  expect(range.ends('100000..500050').map(plain)).toEqual(['1 000', '5 000,50'])
  expect(plain(range.label('100000..500050'))).toBe('1 000,00 € – 5 000,50 €')
  expect(plain(range.label('100000..'))).toMatch(/1 000,00 €$/)
})

test('a range that is no range is refused with a sentence', () => {
  const range = rangeOf({ key: 'budget', kind: 'amount', options: [] })
  for (const [from, to] of [
    ['beaucoup', ''],
    ['5000', '1000'],
  ] as const) {
    expect(range.read(from, to)).toEqual({ error: expect.any(String) })
  }
})

test('a range of days is typed as days', () => {
  const range = rangeOf({ key: 'visit', kind: 'date', options: [] })
  expect(range.isDay).toBe(true)
  expect(range.read('2026-03-01', '')).toEqual({ text: '2026-03-01..' })
  expect(range.ends('2026-03-01..')).toEqual(['2026-03-01', ''])
})
