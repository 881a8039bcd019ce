import type { WrittenField } from '#leads/fields/api/fields.ts'
import { fieldChanges } from './saved-lists.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

type NewField = Omit<WrittenField, 'key' | 'archivedAt'>

/** A custom field with a short text. */
export const plainField: NewField = {
  kind: 'text',
  name: 'Région',
  names: {},
  help: '',
  helps: {},
  options: [],
  required: false,
  requiredFrom: null,
  partner: 'edits',
  staffEdits: true,
  onIntroductions: false,
  searchable: false,
  onCard: false,
  inList: false,
  aboutPerson: true,
}

/** A change of the list of fields, each with a field of its own. */
export function fieldRequests(staff: () => Client): Readonly<Record<string, () => Promise<SentRequest>>> {
  let count = 0
  return {
    saveFields: async () => {
      count += 1
      const expected = await fieldChanges(staff).read()
      const added = { ...plainField, name: `Champ ${count}`, key: `champ_${count}`, archivedAt: null }
      return [staff(), { body: { fields: [...expected, added], expected } }]
    },
  }
}
