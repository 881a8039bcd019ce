import { expect, test } from 'vitest'
import { lead } from '../../src/leads/leads/api/leads.ts'
import { leadJson } from './lead-json.ts'

test('the floor answers each field that the API has of a lead', () => {
  const row = ['id', 'partner', 'Marie', 'f', 'Paul', 'Bernard', '', '', '', '100', 'star', '', 'nouveau', null, null, null, null]
  expect(Object.keys(JSON.parse(leadJson(row))).sort()).toEqual(Object.keys(lead.shape).sort())
})
