import { describe, expect, test } from 'vitest'
import { fieldInputText, fieldText, parseFieldText, sameValue, storedValue, valueError } from './field-value.ts'
import { type FieldKind, type FieldValue, fieldKinds, isRequiredIn, type ValueField } from './fields.ts'

const options = [
  { key: 'idf', name: 'Île-de-France', names: { en: 'Paris area' } },
  { key: 'paca', name: 'Provence', names: {} },
]
const field = (kind: FieldKind): ValueField => ({
  key: 'x',
  kind,
  options: kind === 'choice' || kind === 'choices' ? options : [],
})

/** What somebody types, the value that it means, and how people read it. */
const typed: readonly (readonly [FieldKind, string, FieldValue, string])[] = [
  ['text', '  Rez-de-chaussée ', 'Rez-de-chaussée', 'Rez-de-chaussée'],
  ['long_text', 'Deux\nlignes', 'Deux\nlignes', 'Deux\nlignes'],
  ['number', '1 234,5', 1234.5, '1 234,5'],
  ['number', '-3', -3, '-3'],
  ['amount', '1 234,50 €', 123_450, '1 234,50 €'],
  ['date', '26/11/2026', '2026-11-26', '26/11/2026'],
  ['date', '2026-11-26', '2026-11-26', '26/11/2026'],
  ['choice', 'ile-de-france', 'idf', 'Île-de-France'],
  ['choice', 'Paris area', 'idf', 'Île-de-France'],
  ['choices', 'Provence; idf; paca', ['idf', 'paca'], 'Île-de-France, Provence'],
  ['yes_no', 'Oui', true, 'Oui'],
  ['yes_no', 'no', false, 'Non'],
  ['email', ' a@b.fr ', 'a@b.fr', 'a@b.fr'],
  ['phone', '+33 6 11 22 33 44', '+33 6 11 22 33 44', '+33 6 11 22 33 44'],
  ['link', 'exemple.fr', 'https://exemple.fr', 'https://exemple.fr'],
  ['siren', '732 829 320', '732829320', '732829320'],
  ['siret', '732 829 320 00074', '73282932000074', '73282932000074'],
]

/** What no field of the kind takes. */
const unfit: readonly (readonly [FieldKind, FieldValue])[] = [
  ['text', 3],
  ['text', 'x'.repeat(201)],
  ['text', '\u0000'],
  ['long_text', 'x'.repeat(2001)],
  ['number', '12'],
  ['number', Number.NaN],
  ['number', 1.2345],
  ['number', 1e12],
  ['amount', 12.5],
  ['amount', -1],
  ['amount', ['1']],
  ['date', '2026-02-29'],
  ['date', '26/11/2026'],
  ['date', '0001-01-01'],
  ['choice', 'bretagne'],
  ['choice', ['idf']],
  ['choices', []],
  ['choices', ['idf', 'idf']],
  ['choices', ['bretagne']],
  ['choices', 'idf'],
  ['yes_no', 'oui'],
  ['email', 'a@b'],
  ['email', `${'x'.repeat(252)}@b.fr`],
  ['phone', '123'],
  ['phone', '06 11 22 33 XX'],
  ['link', 'javascript:alert(1)'],
  ['link', 'https://localhost'],
  ['siren', '732829321'],
  ['siren', '73282932'],
  ['siret', '73282932000075'],
]

describe('a value of a field', () => {
  test.each(typed)('%s: what is typed as %j is read, stored and told', (kind, text, value, told) => {
    const parsed = parseFieldText(field(kind), text)
    expect(parsed).toEqual(value)
    expect(valueError(field(kind), value)).toBeNull()
    expect(storedValue(field(kind), value)).toEqual(value)
    expect(fieldText(field(kind), value).replaceAll(/\s/g, ' ')).toBe(told.replaceAll(/\s/g, ' '))
    const euros = (cents: number) => String(cents / 100).replace('.', ',')
    expect(parseFieldText(field(kind), fieldInputText(field(kind), value, euros))).toEqual(value)
  })

  test.each(unfit)('%s does not take %j, and says why in a sentence', (kind, value) => {
    expect(valueError(field(kind), value)).toMatch(/\p{L}{2}.*\p{L}{2}/u)
  })

  test.each(['number', 'amount', 'date', 'choice', 'yes_no', 'siren'] as const)(
    '%s: what cannot be read is explained',
    (kind) => {
      const parsed = parseFieldText(field(kind), 'peut-être')
      expect(valueError(field(kind), parsed ?? '')).toMatch(/\p{L}{2}.*\p{L}{2}/u)
    },
  )

  test.each(fieldKinds)('%s: what cannot be stored stays as it was typed', (kind) => {
    expect(parseFieldText(field(kind), 'a\u0000b')).toBe('a\u0000b')
  })

  test('an empty field has no value', () => {
    expect(parseFieldText(field('text'), '  ')).toBeNull()
    expect(storedValue(field('text'), ' ')).toBeNull()
    expect(storedValue(field('choices'), [])).toBeNull()
    expect(storedValue(field('choices'), ['paca', 'idf'])).toEqual(['idf', 'paca'])
    expect([sameValue(null, undefined), sameValue(['a'], ['a']), sameValue(['a'], 'a'), sameValue(false, null)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

test('a field is required from the beginning or from a stage on, and a lost lead needs nothing', () => {
  const stages = ['nouveau', 'devis', 'signe', 'refuse']
  const needed = (required: boolean, requiredFrom: string | null) =>
    stages.filter((stage) => isRequiredIn({ required, requiredFrom }, stage, stages))
  expect(needed(false, null)).toEqual([])
  expect(needed(true, null)).toEqual(['nouveau', 'devis', 'signe'])
  expect(needed(true, 'devis')).toEqual(['devis', 'signe'])
  expect(needed(true, 'refuse')).toEqual(['refuse'])
  expect(needed(true, 'gone')).toEqual([])
})
