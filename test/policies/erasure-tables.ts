import { type Catalogue, everything, type TableExpectation } from './catalogue.ts'
import { commissionMarie } from './commission-tables.ts'
import { ada, alan, as, idOf, marie, monday, tuesday } from './people.ts'

const erasure = (id: string, planned_by: string | null) => ({ id, planned_by, planned_at: monday, due_at: tuesday })
const mention = (number: number, erasure_id: string) => ({
  id: idOf(number),
  erasure_id,
  table_name: 'lead_comments',
  column_name: 'body',
  key_column: 'id',
  row_key: idOf(61),
})
const restrict = (lead: number, at = `'${monday}'`) => `select app.restrict_leads(array['${idOf(lead)}']::uuid[], ${at})`
const lead = (number: number, columns: string) => `select ${columns} from leads where id = '${idOf(number)}'`
const isRestricted = `update leads set restricted_at = '${monday}' where id = '${idOf(41)}'`
const erase = `update leads set name = 'Client effacé', email = '', phone = '', website = '', notes = '', fields = '{}',
  erased_at = '${monday}' where id = '${idOf(41)}'`
const due = `select app.erasure_due('${idOf(41)}') = '${tuesday}'`
const withoutPeople = "delete from staff_rights where right_name = 'people'"
const asked = `update client_confirmations set answer = 'yes', answered_at = '${monday}'
  where lead_id = '${idOf(41)}' and voided_at is null`
const nothing = { select: [], insert: [], update: [], becomes: [], delete: [] }

export const erasureTables: Catalogue['tables'] = {
  erasures: {
    rights: { insert: ['people'], update: ['people'] },
    withoutRight: nothing,
    rows: {
      'planned by Ada': erasure(idOf(981), ada),
      'planned by Alan': erasure(idOf(982), alan),
      restored: erasure(idOf(983), null),
    },
    access: { system: everything, admin: everything },
  },
  erasure_leads: {
    rights: { insert: ['people'] },
    withoutRight: nothing,
    rows: { "Marie's lead": { erasure_id: idOf(981), lead_id: idOf(41), partner_id: marie, sole_trader: false } },
    access: { system: everything, admin: everything },
  },
  erasure_mentions: {
    rights: { update: ['people'] },
    withoutRight: nothing,
    rows: { 'a comment': mention(984, idOf(981)) },
    access: { system: everything, admin: everything },
  },
}

const ofTrader = `${erase}; update leads set trader_hash = 'h' where id = '${idOf(41)}'`
const know = (hash: string) => `select app.know_traders(array['neuf'], array['${hash}'])`
const renamed = `update leads set company = 'Neuf SARL' where id = '${idOf(43)}'`

/** Callers learn nothing of erased sole traders but that the hash of a name is theirs. */
const traderFunctions: Catalogue['functions'] = {
  'app.trader_keys(text[])': {
    facts: [
      {
        title: 'a partner learns what a company is compared by, once there is an erased sole trader',
        as: as.marie,
        setup: ofTrader,
        sql: "select app.trader_keys(array['Neuf SARL', ''])",
        expect: { value: 'neuf' },
      },
      {
        title: 'and nothing without one',
        as: as.marie,
        sql: "select count(*)::int from app.trader_keys(array['Neuf SARL'])",
        expect: { value: 0 },
      },
    ],
    checks: { 'an erased one': ["where trader_hash <> '' and erased_at is not null", ''] },
  },
  'app.know_traders(text[],text[])': {
    facts: [
      {
        title: 'a company of an erased sole trader is theirs from now on',
        as: as.marie,
        setup: `${ofTrader}; ${know('h')}`,
        sql: "select app.known_trader('neuf')",
        expect: { value: 'h' },
      },
      {
        title: 'another one is not, and its hash is not kept',
        as: as.marie,
        setup: `${ofTrader}; ${know('other')}`,
        sql: "select app.known_trader('neuf')",
        expect: { value: '' },
      },
    ],
    checks: { 'whose it is': ['trader_hash = k.hash and', ''] },
  },
}

export const erasureFunctions: Catalogue['functions'] = {
  ...traderFunctions,
  'app.restrict_leads(uuid[],timestamp with time zone)': {
    facts: [
      { title: 'staff who may restrict leads', as: as.ada, sql: restrict(41), expect: { value: idOf(41) } },
      { title: 'others do not', as: as.ada, setup: withoutPeople, sql: restrict(41), expect: { refused: '42501' } },
      { title: 'not again', as: as.ada, setup: isRestricted, sql: restrict(41), expect: { value: null } },
      { title: 'and end that', as: as.ada, setup: isRestricted, sql: restrict(41, 'null'), expect: { value: idOf(41) } },
      { title: 'an erased lead is not restricted', as: as.ada, setup: erase, sql: restrict(41), expect: { value: null } },
    ],
    checks: {
      right: ["current_setting('role') = 'passerelle_admin' and not app.has_right('people')", 'false'],
      erased: ['l.erased_at is null and ', ''],
    },
  },
  'app.lead_holds(uuid[],timestamp with time zone)': {
    facts: [
      {
        title: 'money and a share hang on leads',
        as: as.ada,
        sql: `select string_agg(array_to_string(holds, ' '), ',' order by lead_id)
          from app.lead_holds(array['${idOf(42)}', '${idOf(49)}']::uuid[], '${monday}')`,
        expect: { value: 'money,share' },
      },
    ],
    checks: null,
  },
  'app.erasure_due(uuid)': {
    facts: [
      { title: 'staff read when a client is to be erased', as: as.ada, sql: due, expect: { value: true } },
      {
        title: 'also those who pay',
        as: as.ada,
        setup: withoutPeople,
        sql: due,
        expect: { value: true },
      },
      {
        title: 'others do not',
        as: as.ada,
        setup: "delete from staff_rights where right_name in ('people', 'money')",
        sql: due,
        expect: { value: null },
      },
      {
        title: 'nor of an erasure that was stopped',
        as: as.ada,
        setup: `update erasures set stopped_at = '${monday}', stopped_by = '${ada}'`,
        sql: due,
        expect: { value: null },
      },
    ],
    checks: {
      right: ["not app.has_right('people', 'money')", 'false'],
      stopped: ['e.stopped_at is null and ', ''],
    },
  },
  'app.mention_text(uuid)': {
    facts: [
      {
        title: 'staff read a text that they decide about',
        as: as.ada,
        sql: `select app.mention_text('${idOf(984)}') is not null`,
        expect: { value: true },
      },
      {
        title: 'others do not',
        as: as.ada,
        setup: withoutPeople,
        sql: `select app.mention_text('${idOf(984)}')`,
        expect: { value: null },
      },
    ],
    checks: { right: ["not app.has_right('people')", 'false'] },
  },
  'app.has_keys(jsonb,text[])': {
    facts: [
      {
        title: 'keys at any depth',
        as: as.system,
        sql: `select app.has_keys('{"a":[{"b":1}]}', array['b'])`,
        expect: { value: true },
      },
      {
        title: 'keys and no values',
        as: as.system,
        sql: `select app.has_keys('{"a":"b"}', array['b'])`,
        expect: { value: false },
      },
    ],
  },
  'app.empty_events(uuid[],text[])': {
    facts: [
      {
        title: 'the system empties what events say of a person',
        as: as.system,
        setup: `update events set after = '{"name":"Paul"}', subject_id = '${idOf(41)}' where id = '${idOf(131)}'`,
        sql: `select app.empty_events(array['${idOf(41)}']::uuid[], array['name'])`,
        expect: { value: 1 },
      },
    ],
    checks: null,
  },
}

/** What a commission and a payment of the lead say, for a partner's former one too. */
const described = `update commissions set description = 'Anne SARL' where id = '${commissionMarie}'`
const restricted = (number: number, at: string) => `update leads set restricted_at = ${at} where id = '${idOf(number)}'`
const listedAs = `select description || '|' || lead_key || '|' || (search_text like '%anne%')::text
  from commissions where id = '${commissionMarie}'`

export const restrictionFacts: NonNullable<TableExpectation['triggers']> = {
  keep_trader: [
    {
      title: 'a lead that names the company of an erased sole trader is of the same one',
      as: as.system,
      setup: `${ofTrader}; ${know('h')}; ${renamed}`,
      sql: lead(43, 'trader_hash'),
      expect: { value: 'h' },
    },
  ],
  name_hidden_client: [
    {
      title: 'the commission of a restricted lead is called by its number, and not found by the client',
      as: as.marie,
      setup: `${described}; ${restricted(42, 'now()')}`,
      sql: `select (description = app.hidden_client('${idOf(42)}') and lead_key = lower(description)
        and search_text not like '%anne%')::text from commissions where id = '${commissionMarie}'`,
      expect: { value: 'true' },
    },
    {
      title: 'and is found by the client again once it is not restricted',
      as: as.marie,
      setup: `${described}; ${restricted(42, 'now()')}; ${restricted(42, 'null')}`,
      sql: listedAs,
      expect: { value: 'Anne SARL|anne|true' },
    },
  ],
  keep_restricted: [
    {
      title: 'an erased lead keeps what its client confirmed',
      as: as.system,
      setup: `${asked}; ${erase}`,
      sql: lead(41, 'client_word'),
      expect: { value: 'yes' },
    },
    {
      title: 'no search finds a restricted lead',
      as: as.system,
      setup: isRestricted,
      sql: lead(41, 'search_text'),
      expect: { value: '' },
    },
  ],
}

const isRow = (record: string, address: string) => `select app.is_restricted_row(${record}, ${address})`

export const restrictionFunctions: Catalogue['functions'] = {
  'app.is_restricted_row(uuid,text)': {
    facts: [
      {
        title: 'a row of a file is of a restricted lead that it became',
        as: as.marie,
        setup: restricted(42, 'now()'),
        sql: isRow(`'${idOf(42)}'`, 'null'),
        expect: { value: true },
      },
      {
        title: 'or that has its address',
        as: as.marie,
        setup: `update leads set email = 'anne@hidden.example' where id = '${idOf(42)}'; ${restricted(42, 'now()')}`,
        sql: isRow('null', "'ANNE@hidden.example'"),
        expect: { value: true },
      },
      { title: 'not of another one', as: as.marie, sql: isRow(`'${idOf(42)}'`, "''"), expect: { value: false } },
    ],
    checks: null,
  },
}

export const restrictionPolicyFacts = [
  {
    title: 'a partner does not see a restricted lead',
    as: as.marie,
    setup: isRestricted,
    sql: lead(41, 'count(*)::int'),
    expect: { value: 0 },
  },
]
