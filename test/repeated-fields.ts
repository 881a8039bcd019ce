import { fieldRoutes } from '#leads/fields/api/fields.ts'
import type { RequestOf } from '#platform/api/route.ts'
import type { Client } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

type NewField = Omit<RequestOf<typeof fieldRoutes.addField>['body'], 'key'>

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
}

/** Changes of fields, each of a field of its own. */
export function fieldRequests(staff: () => Client): Readonly<Record<string, () => Promise<SentRequest>>> {
  let fields = 0
  const add = async () => {
    fields += 1
    const added = { ...plainField, name: `Champ ${fields}` }
    await staff().call(fieldRoutes.addField, { body: { ...added, key: `champ_${fields}` } })
    return { key: `champ_${fields}`, added }
  }
  const params = async () => ({ key: (await add()).key })
  return {
    addField: async () => [staff(), { body: { ...plainField, name: 'Source', key: 'source' } }],
    changeField: async () => {
      const { key, added } = await add()
      return [staff(), { params: { key }, body: { ...added, help: 'Où ?', expected: added } }]
    },
    orderFields: async () => {
      const keys = (await staff().call(fieldRoutes.listFields, {})).fields.map(({ key }) => key)
      return [staff(), { body: { keys: keys.toReversed(), expected: keys } }]
    },
    archiveField: async () => [staff(), { params: await params() }],
    bringBackField: async () => {
      const key = await params()
      await staff().call(fieldRoutes.archiveField, { params: key })
      return [staff(), { params: key }]
    },
    deleteField: async () => [staff(), { params: await params() }],
  }
}
