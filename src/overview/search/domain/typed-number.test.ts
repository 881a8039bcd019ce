import { expect, test } from 'vitest'
import { readNumber } from './typed-number.ts'

const now = new Date('2026-11-26T10:00:00Z')
const read = (typed: string) => readNumber(typed, now)

test.each(['REF-2026-000123', 'ref 2026 123', 'Ref2026000123', ' REF–2026–123 ', 'n° REF-2026-000123', 'rfe-2026-123'])(
  '%j is the number of a registration',
  (typed) => expect(read(typed).registrations).toContain('REF-2026-000123'),
)

test.each([
  'REL-2026-11-0012',
  'rel 2026 11 12',
  'REL2026110012',
  'REL-2026-0012',
  'rel 12',
  'rel 11 12',
  '0012',
  'REL-2026-11-0012-2',
])('%j may be a payout of this month', (typed) => expect(read(typed).payouts).toContain('REL-2026-11-0012'))

test('a number alone may be of every series, newest first', () => {
  const { registrations, payouts, files, documents } = read('12')
  expect(registrations.slice(0, 2)).toEqual(['REF-2026-000012', 'REF-2025-000012'])
  expect(payouts.slice(0, 2)).toEqual(['REL-2026-11-0012', 'REL-2026-10-0012'])
  expect(files[0]).toBe('PAY-2026-11-0012')
  expect(documents).toEqual([
    { prefix: 'AF', code: null, year: null, number: 12 },
    { prefix: 'RC', code: null, year: null, number: 12 },
  ])
})

test('letters before a number say of which series it is', () => {
  expect(read('PAY 12')).toMatchObject({ registrations: [], payouts: [], documents: [] })
  expect(read('PAY 12').files[0]).toBe('PAY-2026-11-0012')
  expect(read('XYZ 12')).toMatchObject({ registrations: [], payouts: [], files: [], documents: [], written: 'XYZ 12' })
})

test.each([
  ['AF-0042-2026-00003', { prefix: 'AF', code: '0042', year: '2026', number: 3 }],
  ['af 42 2026 3', { prefix: 'AF', code: '0042', year: '2026', number: 3 }],
  ['AF0042202600003', { prefix: 'AF', code: '0042', year: '2026', number: 3 }],
  ['rc 2026 3', { prefix: 'RC', code: null, year: '2026', number: 3 }],
  ['af 42 3', { prefix: 'AF', code: '0042', year: null, number: 3 }],
] as const)('%j is a document of a payout', (typed, document) => expect(read(typed).documents).toEqual([document]))

test('a reference is read as it is printed and as it is typed', () => {
  expect(read('abcd-efgh-jkmn-pqr0').reference).toBe('ABCDEFGHJKMNPQR0')
  expect(read('ABCD EFGH JKMN PQRO').reference).toBe('ABCDEFGHJKMNPQR0')
  expect(read('ABCD').reference).toBeNull()
})

test('words without a digit are no number', () => {
  const nothing = { registrations: [], payouts: [], files: [], documents: [], reference: null, written: null, id: null }
  expect(read('Durand')).toEqual(nothing)
  expect(read('')).toEqual(nothing)
  expect(read('REL')).toEqual(nothing)
})

test('months go back over the turn of a year', () => {
  expect(readNumber('1', new Date('2026-01-31T12:00:00Z')).payouts.slice(0, 3)).toEqual([
    'REL-2026-01-0001',
    'REL-2025-12-0001',
    'REL-2025-11-0001',
  ])
})
