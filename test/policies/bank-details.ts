import { type Catalogue, every, type TableExpectation } from './catalogue.ts'
import { ada, alan, as, idOf, karim, marie, monday, noon, withoutRights } from './people.ts'

export const bankDetailsTable: TableExpectation = {
  rows: {
    "Marie's": {
      partner_id: marie,
      company: 'D',
      iban_encrypted: 'x',
      iban_checks_out: true,
      address: 'a',
      country: 'FR',
      updated_at: monday,
      iban_changed_at: monday,
    },
    "Karim's": {
      partner_id: karim,
      company: 'B',
      iban_encrypted: 'y',
      iban_checks_out: true,
      address: 'a',
      country: 'FR',
      updated_at: monday,
      iban_changed_at: monday,
    },
  },
  access: {
    system: { select: 'all', update: 'all', delete: 'all' },
    admin: { select: 'all' },
    partner: every(["Marie's"]),
  },
}

/** A reveal of Marie's IBAN by Ada, unless said otherwise. */
const reveal = ({ by = ada, of = marie, name = 'payment_info.iban_revealed', audience = 'partner' } = {}) =>
  `insert into events (id, name, occurred_at, actor_id, subject_id, partner_id, audience)
    values ('${idOf(150)}', '${name}', '${noon}', '${by}', '${of}', '${of}', '${audience}')`
const iban = `select app.revealed_iban('${marie}')`
const refused = (title: string, setup: string) => ({ title, as: as.ada, setup, sql: iban, expect: { value: null } })
const saved = (what: string) => `update payment_infos set ${what} where partner_id = '${marie}'`
/** Marie has one, about a file of Monday, in the catalogue. */
const refusal = `update bank_account_answers set refused_on = '2026-03-03' where partner_id = '${marie}'`
const unrefused = `update bank_account_answers set refused_on = null, refused_reason = null where partner_id = '${marie}'`
const states = (column: string) => `select ${column} from app.bank_details_states('${noon}') where partner_id = '${marie}'`

export const bankDetailFunctions: Catalogue['functions'] = {
  'app.bank_details_states(timestamp with time zone)': {
    facts: [
      {
        title: 'an IBAN that is not recent is payable',
        as: as.ada,
        setup: `${saved(`iban_changed_at = '2026-02-01'`)}; ${unrefused}`,
        sql: states('payable'),
        expect: { value: true },
      },
      {
        title: 'nor is one that the bank has refused',
        as: as.ada,
        setup: `${saved(`iban_changed_at = '2026-02-01'`)}; ${refusal}`,
        sql: states('state'),
        expect: { value: 'refused' },
      },
      {
        title: 'until it is changed',
        as: as.ada,
        setup: `${refusal}; ${saved(`iban_changed_at = '2026-03-02T09:00:01Z'`)}`,
        sql: states('state'),
        expect: { value: 'complete' },
      },
      {
        title: 'staff see that two partners have one IBAN',
        as: as.ada,
        setup: `update payment_infos set iban_fingerprint = 'same'`,
        sql: states('shared'),
        expect: { value: true },
      },
      {
        title: 'a partner does not learn that somebody else has the same IBAN',
        as: as.marie,
        setup: `update payment_infos set iban_fingerprint = 'same'`,
        sql: states('shared'),
        expect: { value: false },
      },
      {
        title: 'a partner sees no other partner’s state',
        as: as.marie,
        sql: `select count(*) from app.bank_details_states('${noon}')`,
        expect: { value: 1 },
      },
    ],
  },
  'app.revealed_iban(uuid)': {
    facts: [
      {
        title: 'staff get an IBAN with the event of its reveal',
        as: as.ada,
        sql: `${reveal()}; ${iban}`,
        expect: { value: 'x' },
      },
      refused('and none without', 'select 1'),
      refused('nor with one of somebody else', reveal({ by: alan })),
      refused('nor with one of another partner', reveal({ of: karim })),
      refused('nor with one that the partner does not see', reveal({ audience: 'staff' })),
      refused('nor with another event', reveal({ name: 'payment_info.saved' })),
      {
        title: 'nor without the right to full IBANs',
        as: as.ada,
        setup: withoutRights,
        sql: `${reveal()}; ${iban}`,
        expect: { value: null },
      },
      {
        title: 'and no other partner’s',
        as: as.ada,
        sql: `${reveal({ of: karim })}; select app.revealed_iban('${karim}')`,
        expect: { value: 'y' },
      },
    ],
    // That the event is not one of before needs two transactions: money/bank-details/server/reveal-iban.test.ts.
    checks: {
      'the right': [`app.has_right('bank_details') and`, ''],
      'this partner’s IBAN': ['where partner_id = partner and', 'where'],
      'the kind of event': [`e.name = 'payment_info.iban_revealed' and`, ''],
      'whose IBAN the event reveals': ['e.subject_id = partner and e.partner_id = partner', 'true'],
      'who sees the event': [`and e.audience = 'partner'`, ''],
      'whose event it is': ['and e.actor_id = app.user_id()', ''],
    },
  },
  'app.partners_by_iban(text,text)': {
    facts: [
      {
        title: 'staff with the right find whose IBAN it is',
        as: as.ada,
        setup: saved(`iban_fingerprint = 'hers'`),
        sql: `select array_agg(id) from app.partners_by_iban('hers', '') id`,
        expect: { value: [marie] },
      },
      {
        title: 'and whose ends so',
        as: as.ada,
        setup: saved(`iban_end_fingerprint = 'her end'`),
        sql: `select array_agg(id) from app.partners_by_iban('', 'her end') id`,
        expect: { value: [marie] },
      },
      {
        title: 'nobody without it',
        as: as.ada,
        setup: `${saved(`iban_fingerprint = 'hers'`)}; ${withoutRights}`,
        sql: `select count(*) from app.partners_by_iban('hers', '')`,
        expect: { value: 0 },
      },
    ],
    checks: {
      'the right': [`not app.has_right('bank_details')`, 'false'],
      'the whole IBAN': ['where b.iban_fingerprint = whole', 'where true'],
      'its end': ['where b.iban_end_fingerprint = ending', 'where true'],
    },
  },
}
