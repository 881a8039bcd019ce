import { expect, test } from 'vitest'
import { matchesAlmost, startsAlmost } from './one-edit.ts'

test.each([
  ['martin', 'martin', true],
  ['martin', 'mart', true],
  ['martin', 'martni', true],
  ['martin', 'marti', true],
  ['martin', 'martim', true],
  ['martin', 'artin', true],
  ['martin', 'marttin', true],
  ['martin', 'amrtin', true],
  ['martin', 'martinx', true],
  ['martin', 'martinxy', false],
  ['martin', 'matrni', false],
  ['martin', 'mxrtxn', false],
  ['mar', 'mra', false],
  ['0002', '00012', false],
  ['facture', 'factrue', true],
  ['facture', 'factu', true],
] as const)('%j begins with %j, or a slip away: %j', (word, typed, expected) => {
  expect(startsAlmost(word, typed)).toBe(expected)
})

test('every typed word has to begin a word of the text', () => {
  expect(matchesAlmost('laure faure menuiserie dubois', 'dubios laure')).toBe(true)
  expect(matchesAlmost('laure faure menuiserie dubois', 'dubios paul')).toBe(false)
  expect(matchesAlmost('laure faure', '')).toBe(true)
})
