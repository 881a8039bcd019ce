import { type Catalogue, everything } from './catalogue.ts'
import { ada, alan, as, idOf, karim, marie, monday, withoutRights } from './people.ts'

/** What one of a kind asks for that is added by hand. */
const adding = ['leads', 'money', 'partners'] as const
const nobody = '00000000-0000-0000-0000-000000000000'
const hash = '0'.repeat(64)

const file = (id: number, brought_by: string, partner_id: string | null) => ({
  id: idOf(id),
  kind: 'leads',
  brought_by,
  partner_id,
  file_name: 'leads.csv',
  file_hash: hash,
  tool: '',
  row_count: 1,
  created_at: monday,
})
const row = (import_id: number) => ({
  import_id: idOf(import_id),
  number: 2,
  cells: {},
  outcome: 'ready',
  row_key: hash,
  content: hash,
})
const known = (scope: string, import_id: number, kind = 'leads') => ({
  kind,
  scope,
  row_key: hash,
  content: hash,
  import_id: idOf(import_id),
})
const mapping = (id: number, partner_id: string | null, saved_by: string, titles_hash: string, kind = 'leads') => ({
  id: idOf(id),
  kind,
  partner_id,
  titles_hash,
  titles: [],
  mapping: {},
  saved_by,
  saved_at: monday,
})

export const importTables: Catalogue['tables'] = {
  imports: {
    rights: { insert: adding, update: adding, delete: adding },
    rows: {
      'Ada’s': file(981, ada, null),
      'Alan’s': file(982, alan, null),
      'Marie’s': file(983, marie, marie),
      'Karim’s': file(984, karim, karim),
    },
    access: {
      system: everything,
      admin: { select: 'all', insert: ['Ada’s'], update: 'all', delete: 'all' },
      partner: { select: ['Marie’s'], insert: ['Marie’s'], update: ['Marie’s'], delete: ['Marie’s'] },
    },
    withoutRight: { select: ['Ada’s'], update: ['Ada’s'], delete: [] },
  },
  import_rows: {
    rights: { insert: adding, update: adding },
    rows: { 'Ada’s': row(981), 'Alan’s': row(982), 'Marie’s': row(983), 'Karim’s': row(984) },
    access: {
      system: everything,
      admin: everything,
      partner: { select: ['Marie’s'], insert: ['Marie’s'], update: ['Marie’s'], delete: ['Marie’s'] },
    },
    withoutRight: { select: ['Ada’s'], update: ['Ada’s'], delete: ['Ada’s'] },
  },
  imported_rows: {
    rights: { insert: adding, update: adding, delete: adding },
    rows: {
      'of staff': known(nobody, 981),
      'Marie’s': known(marie, 983),
      'Karim’s': known(karim, 984),
      'a payment in Marie’s name': known(marie, 983, 'client_payments'),
    },
    access: {
      system: everything,
      admin: { select: 'all', insert: ['of staff'], update: ['of staff'], delete: 'all' },
      partner: { select: ['Marie’s'], insert: ['Marie’s'], update: ['Marie’s'], delete: ['Marie’s'] },
    },
    withoutRight: { select: ['of staff'], update: ['of staff'], delete: [] },
  },
  import_mappings: {
    rights: { insert: adding, update: adding, delete: adding },
    rows: {
      'Ada’s': mapping(985, null, ada, hash),
      'Alan’s': mapping(986, null, alan, '1'.repeat(64)),
      'Marie’s': mapping(987, marie, marie, hash),
      'Karim’s': mapping(988, karim, karim, hash),
      'of payments in Marie’s name': mapping(989, marie, marie, hash, 'client_payments'),
    },
    access: {
      admin: {
        select: ['Ada’s', 'Alan’s'],
        insert: ['Ada’s'],
        update: ['Ada’s', 'Alan’s'],
        becomes: ['Ada’s'],
        delete: ['Ada’s', 'Alan’s'],
      },
      partner: { select: ['Marie’s'], insert: ['Marie’s'], update: ['Marie’s'], delete: ['Marie’s'] },
    },
  },
}

export const importFunctions: Catalogue['functions'] = {
  'app.is_administrator()': {
    facts: [
      { title: 'Ada is an administrator', as: as.ada, sql: 'select app.is_administrator()', expect: { value: true } },
      {
        title: 'and none in another role of the staff',
        as: as.ada,
        setup: withoutRights,
        sql: 'select app.is_administrator()',
        expect: { value: false },
      },
    ],
    checks: {
      'the person': ['r.user_id = app.user_id()', 'true'],
      'the role': [`r.staff_role = 'administrator'`, 'true'],
    },
  },
}
