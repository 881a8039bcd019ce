import { type Catalogue, everything, type Fact } from './catalogue.ts'
import { as, idOf, karim, marie, monday } from './people.ts'

const bytes = (digit: string) => `\\x${digit.repeat(64)}`
const literal = (digit: string) => `'${bytes(digit)}'::bytea`

/** Nobody may change the journal, even where grants and policies are lost. */
const past = (table: string) => {
  const grants = `grant update, delete on ${table} to passerelle_system`
  return `${grants}; create policy past on ${table} to passerelle_system using (true) with check (true)`
}
const stays = (table: string, sql: string): Fact => ({
  title: `what is in the journal stays: ${sql}`,
  as: as.system,
  setup: past(table),
  sql,
  expect: { refused: 'journal_stays' },
})

const add = (seq: number, prev: string) => `insert into journal
  values (${seq}, '${idOf(9001)}', now(), now(), 'lead.created', ${literal('1')}, ${prev}, ${literal('3')}) returning seq`

export const journalTables: Catalogue['tables'] = {
  journal: {
    rows: {
      first: {
        seq: 1,
        event_id: idOf(131),
        occurred_at: monday,
        chained_at: monday,
        name: 'lead.created',
        record_hash: bytes('1'),
        prev_hash: bytes('0'),
        hash: bytes('2'),
      },
    },
    access: { system: { select: 'all', insert: 'all' }, admin: { select: 'all' } },
    triggers: {
      journal_continues: [
        { title: 'a row that follows the last one is added', as: as.system, sql: add(2, literal('2')), expect: { value: 2 } },
        {
          title: 'a row that follows another one is refused',
          as: as.system,
          sql: add(2, literal('1')),
          expect: { refused: 'journal_continues' },
        },
        {
          title: 'a row behind a gap is refused',
          as: as.system,
          sql: add(3, literal('2')),
          expect: { refused: 'journal_continues' },
        },
      ],
      journal_stays: [stays('journal', 'update journal set seq = 2'), stays('journal', 'delete from journal')],
    },
  },
  journal_salts: {
    rows: { first: { seq: 1, salt: bytes('4') } },
    access: { system: { select: 'all', insert: 'all' }, admin: { select: 'all' } },
    triggers: {
      journal_salt_stays: [stays('journal_salts', 'update journal_salts set salt = salt')],
    },
  },
  journal_roots: {
    rows: {
      first: {
        day: '2026-03-02',
        time_zone: 'Europe/Paris',
        seq: 1,
        hash: bytes('2'),
        prev_root: bytes('0'),
        made_at: monday,
      },
    },
    access: { system: everything, admin: { select: 'all' } },
    triggers: {
      journal_root_stays: [
        stays('journal_roots', "update journal_roots set time_zone = 'UTC'"),
        stays('journal_roots', 'delete from journal_roots'),
      ],
      journal_stamp_stays: [
        {
          title: 'a time stamp is set',
          as: as.system,
          sql: `update journal_roots set token = ${literal('5')}, stamped_at = now() returning length(token)`,
          expect: { value: 32 },
        },
        {
          title: 'a time stamp is set once',
          as: as.system,
          sql: `update journal_roots set token = ${literal('5')}, stamped_at = now();
            update journal_roots set token = ${literal('6')}`,
          expect: { refused: 'journal_stays' },
        },
      ],
    },
  },
  lead_receipts: {
    rows: {
      "Marie's": {
        reference: '0123456789ABCDEF',
        partner_id: marie,
        content: {},
        journal_seq: 1,
        journal_hash: bytes('2'),
        file_id: idOf(75),
        file_sha256: '0'.repeat(64),
        made_at: monday,
      },
      "Karim's": {
        reference: '0123456789ABCDEG',
        partner_id: karim,
        content: {},
        journal_seq: 1,
        journal_hash: bytes('2'),
        file_id: idOf(75),
        file_sha256: '1'.repeat(64),
        made_at: monday,
      },
    },
    // Staff and the partner find a receipt by its reference; what it says is in its file.
    access: { system: everything, admin: { select: 'all' }, partner: { select: ["Marie's"] } },
  },
  journal_head: {
    rows: { row: { id: true, seq: 1, hash: bytes('2'), searched_to: 1 } },
    access: { system: everything, admin: { select: 'all' } },
  },
}

export const journalFunctions: Catalogue['functions'] = {
  'app.first_event_id(timestamp with time zone)': {
    facts: [
      {
        title: 'the lowest id of a time begins with its milliseconds',
        as: as.marie,
        sql: "select app.first_event_id('2026-12-01T00:00:00.999Z')",
        expect: { value: '01a22ee6-b3e7-0000-0000-000000000000' },
      },
    ],
  },
}
