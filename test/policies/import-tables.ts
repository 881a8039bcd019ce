import { type Catalogue, everything, type Fact } from './catalogue.ts'
import { ada, alan, as, idOf, karim, marie, monday, nadia, withoutRights } from './people.ts'

/** What one of a kind asks for that is added by hand. */
const adding = ['leads', 'money', 'partners'] as const
const nobody = '00000000-0000-0000-0000-000000000000'
const hash = '0'.repeat(64)

const kinds = { leads: 'leads', partners: 'partners', client_payments: 'money' } as const
type Kind = keyof typeof kinds
const allKinds = Object.keys(kinds) as Kind[]

/** Leaves Ada one right. */
const onlyRight = (right: string) =>
  `${withoutRights}; delete from staff_rights where staff_role = 'viewer'; insert into staff_rights values ('viewer', '${right}')`
const insertFile = (id: string, kind: Kind) =>
  `insert into imports (id, kind, brought_by, file_name, file_hash, tool, row_count, created_at)
    values ('${id}', '${kind}', '${ada}', 'a.csv', '${hash}', '', 1, '${monday}')`

/** Each kind asks for the right to add one by hand, and for no other. */
const byKind = (verb: string, statement: (kind: Kind) => string, setup: (kind: Kind) => string = () => ''): Fact[] =>
  allKinds.flatMap((kind) =>
    Object.values(kinds).map(
      (right): Fact => ({
        title: `the right to ${right} ${right === kinds[kind] ? 'lets' : 'does not let'} staff ${verb} one of ${kind}`,
        as: as.ada,
        setup: [onlyRight(right), setup(kind)].filter(Boolean).join('; '),
        sql: statement(kind),
        expect: right === kinds[kind] ? { value: 1 } : refusedTo(verb),
      }),
    ),
  )
const refusedTo = (verb: string): Fact['expect'] => (verb === 'delete' ? { value: 0 } : { refused: '42501' })
const counted = (statement: string) => `with done as (${statement} returning 1) select count(*)::int from done`

/** Somebody of the staff who may import, and is no administrator, reaches nothing of others. */
const notOfOthers = (table: string, own: string): Fact => ({
  title: `who is no administrator reaches no ${table} of others`,
  as: as.ada,
  setup: `update user_roles set staff_role = 'partner_manager' where user_id = '${ada}'`,
  sql: `select count(*)::int from ${table} where not (${own})`,
  expect: { value: 0 },
})
const notAsOthers: Fact = {
  title: 'who is no administrator brings nothing in the name of others',
  as: as.ada,
  setup: `update user_roles set staff_role = 'partner_manager' where user_id = '${ada}'`,
  sql: insertFile(idOf(991), 'leads').replace(`'${ada}'`, `'${alan}'`),
  expect: { refused: '42501' },
}

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
const insertKnown = (kind: Kind) =>
  `insert into imported_rows (kind, scope, row_key, content, import_id)
    values ('${kind}', '${nobody}', 'of a kind', '', '${idOf(981)}')`
const insertMapping = (kind: Kind) =>
  `insert into import_mappings (id, kind, titles_hash, titles, mapping, saved_by, saved_at)
    values ('${idOf(995)}', '${kind}', '${'2'.repeat(64)}', '[]', '{}', '${ada}', '${monday}')`
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
      'of a colleague of Marie’s': file(999, nadia, marie),
      'Marie’s, when she was of Karim’s': file(990, marie, karim),
    },
    policyFacts: [
      ...byKind('insert', (kind) => counted(insertFile(idOf(991), kind))),
      ...byKind(
        'delete',
        () => counted(`delete from imports where id = '${idOf(991)}'`),
        (kind) => insertFile(idOf(991), kind),
      ),
      notOfOthers('imports', `brought_by = '${ada}'`),
      notAsOthers,
    ],
    access: {
      system: everything,
      admin: everything,
      partner: { select: ['Marie’s'], insert: ['Marie’s'], update: ['Marie’s'], delete: ['Marie’s'] },
    },
    withoutRight: { select: ['Ada’s'], update: ['Ada’s'], delete: [] },
  },
  import_rows: {
    rights: { insert: adding, update: adding },
    rows: { 'Ada’s': row(981), 'Alan’s': row(982), 'Marie’s': row(983), 'Karim’s': row(984) },
    policyFacts: byKind(
      'insert',
      (kind) =>
        counted(`insert into import_rows (import_id, number, cells, outcome, row_key, content)
          select id, 3, '{}', 'ready', '', '' from imports where kind = '${kind}' and id >= '${idOf(991)}'`),
      () => allKinds.map((kind, at) => insertFile(idOf(991 + at), kind)).join('; '),
    ),
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
    policyFacts: [
      ...byKind('insert', (kind) => counted(insertKnown(kind))),
      ...byKind('delete', () => counted(`delete from imported_rows where row_key = 'of a kind'`), insertKnown),
      notOfOthers('imported_rows', `scope = '${nobody}'`),
    ],
    access: {
      system: everything,
      admin: { select: 'all', insert: ['of staff'], update: 'all', becomes: ['of staff'], delete: 'all' },
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
      'Marie’s, saved by Karim': mapping(996, marie, karim, '3'.repeat(64)),
      'Marie’s, saved by Ada': mapping(998, marie, ada, '4'.repeat(64)),
      'Karim’s, saved by Marie': mapping(997, karim, marie, '3'.repeat(64)),
    },
    policyFacts: [
      ...byKind('insert', (kind) => counted(insertMapping(kind))),
      ...byKind('delete', () => counted(`delete from import_mappings where id = '${idOf(995)}'`), insertMapping),
    ],
    access: {
      admin: {
        select: ['Ada’s', 'Alan’s'],
        insert: ['Ada’s'],
        update: ['Ada’s', 'Alan’s'],
        becomes: ['Ada’s'],
        delete: ['Ada’s', 'Alan’s'],
      },
      partner: {
        select: ['Marie’s', 'Marie’s, saved by Karim', 'Marie’s, saved by Ada'],
        insert: ['Marie’s'],
        update: ['Marie’s', 'Marie’s, saved by Karim', 'Marie’s, saved by Ada'],
        becomes: ['Marie’s'],
        delete: ['Marie’s', 'Marie’s, saved by Karim', 'Marie’s, saved by Ada'],
      },
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
