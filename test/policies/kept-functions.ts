import type { Catalogue } from './catalogue.ts'
import { as, idOf, karim, marie, monday, nadia, tuesday } from './people.ts'

const ended = `update profiles set deleted_at = '${tuesday}' where user_id = '${marie}'`
const isTuesday = (call: string) => `select ${call} = '${tuesday}'::timestamptz`
const blanked = (value: string) => `select app.blanked('${value}', array['name'])::text`
const withOrigin = `update events set origin = '{"address":"192.0.2.1"}', occurred_at = '${monday}' where id = '${idOf(131)}'`

/** From when on the periods of the law count, and what their end empties. */
export const keptFunctions: Catalogue['functions'] = {
  'app.partner_ended(uuid)': {
    facts: [
      {
        title: 'a partner ends with its main person’s account',
        as: as.system,
        setup: ended,
        sql: isTuesday(`app.partner_ended('${marie}')`),
        expect: { value: true },
      },
      { title: 'and goes on before', as: as.system, sql: `select app.partner_ended('${marie}')`, expect: { value: null } },
    ],
    checks: null,
  },
  'app.partners_ended(uuid)': {
    facts: [
      {
        title: 'a colleague’s partner has ended',
        as: as.system,
        setup: ended,
        sql: isTuesday(`app.partners_ended('${nadia}')`),
        expect: { value: true },
      },
      { title: 'staff have none', as: as.system, sql: `select app.partners_ended('${idOf(3)}')`, expect: { value: null } },
    ],
    checks: null,
  },
  'app.contract_ended(uuid)': {
    facts: [
      {
        title: 'a contract ends with its partner',
        as: as.system,
        setup: ended,
        sql: isTuesday(`app.contract_ended('${idOf(81)}')`),
        expect: { value: true },
      },
      {
        title: 'or where it is revoked',
        as: as.system,
        setup: `update contracts set revoked_at = '${tuesday}', revoke_reason = 'Fin' where id = '${idOf(81)}'`,
        sql: isTuesday(`app.contract_ended('${idOf(81)}')`),
        expect: { value: true },
      },
      { title: 'and goes on before', as: as.system, sql: `select app.contract_ended('${idOf(82)}')`, expect: { value: null } },
    ],
    checks: null,
  },
  'app.person_left(uuid)': {
    facts: [
      {
        title: 'somebody whose partner goes on is kept with its contract',
        as: as.system,
        setup: `update profiles set deleted_at = '${tuesday}' where user_id = '${nadia}'`,
        sql: `select app.person_left('${nadia}')`,
        expect: { value: null },
      },
      {
        title: 'the books name who was paid',
        as: as.system,
        setup: `update profiles set deleted_at = '${tuesday}' where user_id = '${karim}'`,
        sql: `select app.person_left('${karim}') > '2032-01-01'`,
        expect: { value: true },
      },
    ],
    checks: null,
  },
  'app.blanked(jsonb,text[],boolean)': {
    facts: [
      {
        title: 'texts under a key of a person go, at any depth',
        as: as.system,
        sql: blanked('{"lines":[{"name":"Paul","cents":5}]}'),
        expect: { value: '{"lines": [{"name": "[…]", "cents": 5}]}' },
      },
      {
        title: 'of a list all of them, and nothing that is empty already',
        as: as.system,
        sql: blanked('{"name":["Paul",""],"kind":"deal"}'),
        expect: { value: '{"kind": "deal", "name": ["[…]", ""]}' },
      },
    ],
  },
  'app.origins_before(timestamp with time zone)': {
    facts: [
      {
        title: 'events that say where they came from',
        as: as.system,
        setup: withOrigin,
        sql: `select count(*) from app.origins_before('${tuesday}') where id = '${idOf(131)}'`,
        expect: { value: 1 },
      },
      {
        title: 'none that are younger',
        as: as.system,
        setup: withOrigin,
        sql: `select count(*) from app.origins_before('${monday}') where id = '${idOf(131)}'`,
        expect: { value: 0 },
      },
    ],
    checks: null,
  },
  'app.empty_origins(uuid[])': {
    facts: [
      {
        title: 'the system empties events that say where they came from',
        as: as.system,
        setup: withOrigin,
        sql: `select app.empty_origins(array['${idOf(131)}']::uuid[])`,
        expect: { value: 1 },
      },
      {
        title: 'and no others',
        as: as.system,
        sql: `select app.empty_origins(array['${idOf(131)}']::uuid[])`,
        expect: { value: 0 },
      },
    ],
    checks: null,
  },
  // Others empty events by their conditions, which show them.
  'app.empty_events_where(text,uuid[],text[],uuid[])': { checks: null },
  'app.places_of_events()': { checks: null },
}
