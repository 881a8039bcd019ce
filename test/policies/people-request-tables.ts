import type { Catalogue } from './catalogue.ts'
import { ada, alan, as, idOf, monday, tuesday } from './people.ts'

const request = (number: number, more: object) => ({
  id: idOf(number),
  wish: 'read',
  channel: 'page',
  email: `person${number}@exemple.fr`,
  received_at: monday,
  expires_at: tuesday,
  due_at: '2026-04-02T09:00:00Z',
  proved_at: tuesday,
  entered_by: null,
  answered_at: null,
  answered_by: null,
  outcome: null,
  ...more,
})
const letter = (number: number, entered_by: string) =>
  request(number, { channel: 'letter', recognised: 'By a copy of the card', entered_by })
const choice = (item: string, decided_by: string) => ({
  request_id: idOf(1201),
  item,
  shown: true,
  decided_by,
  decided_at: tuesday,
})
const open = ['whose mailbox is proved', 'entered by Ada', 'entered by Alan']
const answered = { answered_at: tuesday, answered_by: ada, outcome: 'done' }

export const peopleRequestTables: Catalogue['tables'] = {
  people_requests: {
    rights: { insert: ['people'], update: ['people'] },
    withoutRight: { select: [], update: [], becomes: [] },
    rows: {
      'whose mailbox is proved': request(1201, {}),
      'whose mailbox is not proved': request(1202, { proved_at: null }),
      'entered by Ada': letter(1203, ada),
      'entered by Alan': letter(1204, alan),
      'answered by Ada': request(1205, answered),
      'answered by Alan': request(1206, { ...answered, answered_by: alan }),
    },
    access: {
      system: { select: 'all', insert: 'all', update: 'all', delete: 'all' },
      admin: {
        select: [...open, 'answered by Ada', 'answered by Alan'],
        insert: ['entered by Ada'],
        update: open,
        becomes: [...open, 'answered by Ada'],
      },
    },
  },
  people_request_choices: {
    rights: { insert: ['people'], update: ['people'] },
    withoutRight: { select: [], update: [], becomes: [] },
    rows: { 'of Ada': choice('leads.notes 1', ada), 'of Alan': choice('leads.notes 2', alan) },
    access: {
      system: { select: 'all', insert: 'all', update: 'all', delete: 'all' },
      admin: { select: 'all', insert: ['of Ada'], update: 'all', becomes: ['of Ada'] },
    },
  },
}

const refused = (hashes: string) => `select count(*)::int from app.refused_contacts(array[${hashes}])`

export const peopleRequestFunctions: Catalogue['functions'] = {
  'app.refused_contacts(text[])': {
    facts: [
      {
        title: 'of those who are refused, the one is told whose hash somebody has',
        as: as.marie,
        setup: `update client_addresses set never_since = '${monday}', refused_since = '${monday}'`,
        sql: refused(`'some hash', 'a third'`),
        expect: { value: 1 },
      },
      {
        title: 'who wants no mail alone may be registered',
        as: as.marie,
        sql: refused(`'another hash'`),
        expect: { value: 0 },
      },
    ],
    checks: {
      'only what was asked': ['address_hash = any (hashes)', 'hashes is not null'],
      'only who is refused': ['and refused_since is not null', ''],
    },
  },
  'app.client_list_holds()': {
    facts: [
      { title: 'the list holds', as: as.marie, sql: 'select app.client_list_holds()', expect: { value: true } },
      {
        title: 'until another secret is adopted',
        as: as.marie,
        setup: 'update installation set is_client_list_void = true',
        sql: 'select app.client_list_holds()',
        expect: { value: false },
      },
    ],
    checks: null,
  },
}
