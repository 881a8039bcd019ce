import { type Catalogue, everything } from './catalogue.ts'
import { ada, idOf, karim, marie, monday } from './people.ts'

const replaced = (resource_id: string, version: number) => ({
  resource_id,
  version,
  link: 'https://acme.example/old',
  published_at: monday,
  replaced_at: monday,
  replaced_by: ada,
})
const opened = (user_id: string) => ({ user_id, resource_id: idOf(111), version: 1, opened_at: monday })

/** What belongs to a resource. */
export const resourceTables: Catalogue['tables'] = {
  resource_versions: {
    rights: { insert: ['resources'], delete: ['resources'] },
    rows: {
      'of a resource for every partner': replaced(idOf(111), 1),
      'of one from Silver up': replaced(idOf(113), 1),
    },
    access: { system: everything, admin: everything },
  },
  resource_opens: {
    rows: { "Marie's": opened(marie), "Karim's": opened(karim) },
    access: { partner: { select: ["Marie's"], insert: ["Marie's"], update: ["Marie's"], delete: ["Marie's"] } },
  },
}
