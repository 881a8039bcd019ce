import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { ReadableField } from '#leads/lead-settings/api.ts'
import { fieldChanges } from '../api/values.ts'
import type { FieldKind, FieldValue } from '../domain/fields.ts'
import { checkCustomValues, customInputs, fieldsToFill, realChanges, typedChanges } from './custom-values.ts'
import { parseTyped, typedValue } from './typed-value.ts'
import { valueField } from './value-field.ts'

const field = (key: string, kind: FieldKind, parts: Partial<ReadableField> = {}): ReadableField => ({
  key,
  kind,
  name: key,
  nameLanguage: null,
  help: '',
  isBuiltIn: false,
  required: false,
  requiredFrom: null,
  mayEdit: true,
  isHiddenFromPartners: false,
  searchable: false,
  onCard: false,
  inList: false,
  isOpen: true,
  options: [],
  ...parts,
})
const options = [
  { key: 'bretagne', name: 'Bretagne' },
  { key: 'ile_de_france', name: 'Île-de-France; Paris' },
]

test.each<[FieldKind, FieldValue]>([
  ['text', 'Rue des Lilas; 3'],
  ['long_text', 'Une ligne\nDeux lignes'],
  ['number', 1234.5],
  ['number', -3],
  ['amount', 123_456],
  ['date', '2026-11-26'],
  ['choice', 'ile_de_france'],
  ['choices', ['bretagne', 'ile_de_france']],
  ['yes_no', false],
  ['siren', '732829320'],
])('a value of the kind %s is the same after a form: %j', (kind, value) => {
  const asked = valueField(field('key', kind, { options }))
  expect(parseTyped(asked, typedValue(asked, value))).toEqual(value)
})

test('a form asks for the open custom fields that its reader fills in', () => {
  const fields = [
    field('asked', 'text'),
    field('name', 'text', { isBuiltIn: true }),
    field('archived', 'text', { isOpen: false }),
    field('told', 'text', { mayEdit: false }),
  ]
  expect(fieldsToFill(fields).map(({ key }) => key)).toEqual(['asked'])
})

test('of a form only what was drawn is sent, and of an edit only what changed', () => {
  const fields = [field('floors', 'number'), field('region', 'choice', { options }), field('later', 'text')]
  const inputs = customInputs(fields.slice(0, 2), { floors: 2, region: 'bretagne' })
  expect(inputs).toEqual({ 'fields.floors': '2', 'fields.region': 'bretagne' })
  const changes = typedChanges(fields, { ...inputs, 'fields.region': '' })
  expect(changes).toEqual({ floors: 2, region: null })
  expect(realChanges({ floors: 2, region: 'bretagne' }, changes)).toEqual({ region: null })
  expect(realChanges({ floors: 2 }, { floors: 2 })).toEqual({})
})

test('what a lead lacks in its stage, and what a field does not take, is said at the field', () => {
  const stages = ['nouveau', 'devis', 'signe']
  const fields = [
    field('region', 'choice', { options, required: true, name: 'Région' }),
    field('floors', 'number'),
    field('quote', 'amount', { required: true, requiredFrom: 'devis', name: 'Devis' }),
  ]
  const shape = z.object({ fields: z.optional(fieldChanges) })
  const errorsOf = (values: Record<string, FieldValue | null>, stage: string) =>
    z
      .safeParse(shape.check(checkCustomValues(fields, stage, stages)), { fields: values })
      .error?.issues.map(({ path }) => path.join('.'))
  expect(errorsOf({ region: 'bretagne', floors: 2 }, 'nouveau')).toBeUndefined()
  expect(errorsOf({ region: null, floors: 'deux' }, 'nouveau')).toEqual(['fields.region', 'fields.floors'])
  expect(errorsOf({ region: 'bretagne' }, 'signe')).toEqual(['fields.quote'])
})
