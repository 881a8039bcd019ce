import { expect, test } from 'vitest'
import { readingIn } from './languages.ts'
import { missingNames, nameIn, sameNames, trimmedNames } from './names.ts'

const silver = { name: 'Argent', names: { en: 'Silver' } }

test.each([
  ['specified', 'fr', 'Argent'],
  ['specified', 'en', 'Argent'],
  ['fr', 'fr', 'Argent'],
  ['en', 'en', 'Silver'],
] as const)('read in %s on the side of %s, a name with an English one is %s', (language, side, name) => {
  expect(nameIn(silver, readingIn(language, side))).toBe(name)
})

test('the languages without a name are those that fall back', () => {
  expect([missingNames({}), missingNames(silver.names), missingNames({ fr: 'Argent', en: 'Silver' })]).toEqual([
    ['fr', 'en'],
    ['fr'],
    [],
  ])
})

test('names are trimmed, and empty ones are left out', () => {
  expect(trimmedNames({ fr: '  ', en: ' Silver ' })).toEqual({ en: 'Silver' })
})

test('names are the same in whatever order they are written', () => {
  expect(sameNames({ fr: 'Argent', en: 'Silver' }, { en: 'Silver', fr: 'Argent' })).toBe(true)
  expect(sameNames({ en: 'Silver' }, {})).toBe(false)
})
