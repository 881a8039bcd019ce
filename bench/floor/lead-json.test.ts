import { expect, test } from 'vitest'
import { lead, listedLead } from '../../src/leads/leads/api/leads.ts'
import { leadJson, listedJson } from './lead-json.ts'

/** No lead of the floor's world is shared, and each of its partners is one person. */
const namesOf = (shape: object) =>
  Object.keys(shape)
    .filter((name) => !['share', 'shares', 'typedBy'].includes(name))
    .sort()

test('the floor answers each field that the API has of a lead', () => {
  const row = ['id', 'partner', 'Marie', 'f', 'Paul', 'Bernard', '', '', '', '100', 'star', '', 'signe', null, null, 't', null]
  const whole = [...row, null, null, null, 'Étoile', '2026-03-02T09:00:00.000Z', '{"region":"idf"}']
  expect(Object.keys(JSON.parse(leadJson(whole))).sort()).toEqual(namesOf(lead.shape))
})

test('the floor answers each field that lists have of a lead', () => {
  const row = [
    'id',
    'Paul',
    'Bernard',
    '100',
    'star',
    'signe',
    null,
    'accepted',
    null,
    '{}',
    't',
    '2026-03-02T09:00:00.000Z',
    '{"region":"idf"}',
    'partner',
    'Marie',
    'f',
    'other',
  ]
  expect(Object.keys(JSON.parse(listedJson(row, '{}'))).sort()).toEqual(namesOf(listedLead.shape))
})
