import { expect, test } from 'vitest'
import { errorPlace, errorsOf } from './error-places.ts'

const file = {
  fields: [{ key: 'roof', name: 'Roof area' }],
  rules: [{ offer: null }, { offer: 'audit' }],
}

test.each([
  ['file.rules.1.definition.rate', 'Règles de commission › audit › rate'],
  ['file.rules.0.definition.rate', 'Règles de commission › 1 › rate'],
  ['file.fields.0.required', 'Champs › Roof area › required'],
  ['file.fields.7', 'Champs › 8'],
  ['file.stages', 'Étapes'],
  ['file.format', 'format'],
  ['file', ''],
])('an error at %s is at %s', (path, place) => expect(errorPlace(path, file)).toBe(place))

test('a sentence that is said twice of one place is shown once', () => {
  const twice = [
    { path: 'file.stages', message: 'A board has two to eight open stages.' },
    { path: 'file.stages', message: 'A board has two to eight open stages.' },
  ]
  expect(errorsOf(twice, file)).toEqual([{ place: 'Étapes', message: 'A board has two to eight open stages.' }])
})
