import { apiKeyFunctions } from './api-key-tables.ts'
import { bankDetailFunctions } from './bank-details.ts'
import type { Catalogue } from './catalogue.ts'
import { companyFunctions } from './company-tables.ts'
import { emailChangeFunctions } from './email-change-tables.ts'
import { journalFunctions } from './journal-tables.ts'
import { keptFunctions } from './kept-functions.ts'
import { leadFactFunctions } from './lead-facts.ts'
import { partnerNoteFunctions } from './partner-note-tables.ts'
import { as, idOf, karim, marie, noon } from './people.ts'
import { searchFunctions } from './search-functions.ts'
import { sessionFunctions } from './sessions.ts'
import { passkeyOf, staffRightFunctions } from './staff-rights.ts'
import { webhookFunctions } from './webhook-tables.ts'

const namesFit = (names: string) => `select app.names_fit('${names}', 5)`

const countedRequest = (what: string) => `insert into auth.rate_limits (key, count, window_ends_at)
  values (encode(sha256(convert_to('${what} ' || '${marie}', 'UTF8')), 'hex'), 1, '${noon}'::timestamptz + interval '1 minute')`
const count = (what: string) => `select requests from app.count_request('${what}', '${noon}', '5 minutes')`
const methodOf = (number: number) => ({
  as: as.marie,
  setup: `update auth.sessions set method = case when id = '${idOf(21)}' then 'password_totp' else 'password' end`,
  sql: `select app.session_method('${idOf(number)}')`,
})

/** Its column alone decides about the lost lead. */
const onlyLost = `delete from lead_registrations where lead_id = '${idOf(45)}'`

const withPhone = `update leads set phone = '06 12 34 56 78' where id = '${idOf(43)}'`
const withoutEmail = `update leads set email = '', phone = '06 12 34 56 78' where id = '${idOf(43)}'`

const readsFrench = "update settings set language = 'fr'; update profiles set language = null"

export const functions: Catalogue['functions'] = {
  ...apiKeyFunctions,
  ...companyFunctions,
  ...partnerNoteFunctions,
  ...emailChangeFunctions,
  ...webhookFunctions,
  ...bankDetailFunctions,
  ...staffRightFunctions,
  ...sessionFunctions,
  ...journalFunctions,
  ...keptFunctions,
  'app.amount_is_missing(leads)': { checks: null },
  // The triggers of tiers and of rules show it.
  'app.check_tiers_of_rules()': { checks: null },
  'app.names_fit(jsonb,integer)': {
    facts: [
      { title: 'names fit by language', as: as.marie, sql: namesFit('{"fr":"Or","en":"Gold"}'), expect: { value: true } },
      { title: 'not without a name', as: as.marie, sql: namesFit('{"en":""}'), expect: { value: false } },
      { title: 'not longer than may be', as: as.marie, sql: namesFit('{"en":"Golden"}'), expect: { value: false } },
      { title: 'not by a word', as: as.marie, sql: namesFit('{"english":"Gold"}'), expect: { value: false } },
      { title: 'names are text', as: as.marie, sql: namesFit('{"en":1}'), expect: { value: false } },
      { title: 'and not a list', as: as.marie, sql: namesFit('["Gold"]'), expect: { value: false } },
    ],
  },
  'app.known_domain(text,text,uuid)': {
    facts: [
      {
        title: 'a partner learns that a domain is known, of anybody’s lead',
        as: as.marie,
        setup: `update leads set email = 'luc@luc-sarl.fr' where id = '${idOf(43)}'`,
        sql: "select app.known_domain('luc-sarl.fr', '', null)::text || app.known_domain('uc-sarl.fr', '', null)::text",
        expect: { value: 'truefalse' },
      },
      {
        title: 'not of a lead that holds nothing any more',
        as: as.marie,
        setup: `update leads set email = 'lost@lost.fr' where id = '${idOf(45)}'`,
        sql: "select app.known_domain('lost.fr', '', null)",
        expect: { value: false },
      },
    ],
    checks: null,
  },
  ...leadFactFunctions,
  'app.own_tier_revenue()': {
    facts: [
      {
        title: 'what a partner reads follows from their own revenue',
        as: as.marie,
        setup: `update commission_stats set revenue_cents = 0 where partner_id = '${marie}';
          update commission_stats set revenue_cents = 20000000 where partner_id = '${karim}'`,
        sql: 'select app.own_tier_revenue()::int',
        expect: { value: 0 },
      },
    ],
    checks: { 'whose revenue': ['app.tier_revenue(app.partner_id())', `app.tier_revenue('${karim}')`] },
  },
  'app.programme_rules()': {
    facts: [
      {
        title: 'visitors read no rule while tiers are paid by',
        as: as.nobody,
        sql: 'select count(*) = 0 from app.programme_rules()',
        expect: { value: true },
      },
    ],
    checks: null,
  },
  'app.named_tiers(uuid[])': {
    facts: [
      {
        title: 'tiers of commissions and of a resource are named, others are not',
        as: as.ada,
        setup: "update resources set min_tier_id = (select id from partner_tiers where name = 'Gold'); delete from lead_signings",
        sql: `select string_agg(name, ' ' order by tier_order) from partner_tiers
          where id in (select app.named_tiers(array(select id from partner_tiers)))`,
        expect: { value: 'Bronze Silver Gold' },
      },
    ],
    checks: null,
  },
  'app.count_request(text,timestamp with time zone,interval)': {
    facts: [
      { title: 'requests are counted', as: as.marie, setup: countedRequest('add'), sql: count('add'), expect: { value: 2 } },
      {
        title: 'nobody counts for somebody else',
        as: as.ada,
        setup: countedRequest('add'),
        sql: count('add'),
        expect: { value: 1 },
      },
    ],
    checks: { 'whose counter': [`|| ' ' || app.user_id()`, ''] },
  },
  'app.session_method(uuid)': {
    facts: [
      { title: 'a session tells how it was opened', ...methodOf(21), expect: { value: 'password_totp' } },
      { title: 'and no other session’s way', ...methodOf(22), expect: { value: 'password' } },
    ],
    checks: { 'which session': ['where id = session', 'where true'] },
  },
  'app.known_lead(text,text,text,boolean,uuid)': {
    facts: [
      {
        title: 'a partner learns that somebody follows an address',
        as: as.marie,
        sql: `select app.known_lead('LUC@client.fr', '', '', false, null)`,
        expect: { value: idOf(43) },
      },
      {
        title: 'a company is known without its legal form',
        as: as.marie,
        sql: `select app.known_lead('', 'Luc', '', false, null)`,
        expect: { value: idOf(43) },
      },
      {
        title: 'a lost lead is nobody’s any more, by address',
        as: as.marie,
        setup: onlyLost,
        sql: `select app.known_lead('lost@client.fr', '', '', false, null)`,
        expect: { value: null },
      },
      {
        title: 'a lost lead is nobody’s any more, by company',
        as: as.marie,
        setup: onlyLost,
        sql: `select app.known_lead('', 'Lost SARL', '', false, null)`,
        expect: { value: null },
      },
      {
        title: 'a lead is no duplicate of itself',
        as: as.marie,
        sql: `select app.known_lead('paul@client.fr', 'Paul', '', false, '${idOf(41)}')`,
        expect: { value: null },
      },
      {
        title: 'an empty address is nobody’s',
        as: as.marie,
        setup: withoutEmail,
        sql: `select app.known_lead('', '', '', false, null)`,
        expect: { value: null },
      },
      {
        title: 'where the e-mail is missing, the telephone tells the client, however it is written',
        as: as.marie,
        setup: withoutEmail,
        sql: `select app.known_lead('', '', '+33 6 12 34 56 78', false, null)`,
        expect: { value: idOf(43) },
      },
      {
        title: 'it does not between leads that have e-mail and company',
        as: as.marie,
        setup: withPhone,
        sql: `select app.known_lead('', '', '0612345678', false, null)`,
        expect: { value: null },
      },
      {
        title: 'it does where the other lead lacks one of them',
        as: as.marie,
        setup: withPhone,
        sql: `select app.known_lead('', '', '0612345678', true, null)`,
        expect: { value: idOf(43) },
      },
      {
        title: 'another telephone is another client’s',
        as: as.marie,
        setup: withPhone,
        sql: `select app.known_lead('', '', '0699999999', true, null)`,
        expect: { value: null },
      },
      {
        title: 'a lost lead is nobody’s any more, by telephone',
        as: as.marie,
        setup: `${onlyLost}; update leads set phone = '0612345678' where status = 'refuse'`,
        sql: `select app.known_lead('', '', '0612345678', true, null)`,
        expect: { value: null },
      },
    ],
    checks: {
      'the address': ['lower(email) = lower(lead_email) and', ''],
      'an empty address': [`lead_email <> '' and`, ''],
      'the company': ['company_key = key and', ''],
      'lost leads, by address': [`lead_email <> '' and status not in ('refuse', 'perdu')`, `lead_email <> ''`],
      'lost leads, by company': [`lead_company <> '' and status not in ('refuse', 'perdu')`, `lead_company <> ''`],
      'the telephone': ['phone_key = number and', ''],
      'what the telephone tells': [`(lacks or email = '' or company = '')`, 'true'],
      'lost leads, by telephone': [`number <> '' and status not in ('refuse', 'perdu')`, `number <> ''`],
    },
  },
  ...searchFunctions,
  'app.reads_several_languages()': {
    facts: [
      {
        title: 'visitors learn that the specification’s mixture is read in several languages',
        as: as.nobody,
        sql: 'select app.reads_several_languages()',
        expect: { value: true },
      },
      {
        title: 'and that one is read where nobody who is there has chosen another',
        as: as.marie,
        setup: `${readsFrench}; update profiles set language = 'en', deleted_at = '${noon}' where user_id = '${marie}'`,
        sql: 'select app.reads_several_languages()',
        expect: { value: false },
      },
      ...(['en', 'specified'] as const).map((language) => ({
        title: `and several where somebody has chosen ${language}, without whom`,
        as: as.nobody,
        setup: `${readsFrench}; update profiles set language = '${language}' where user_id = '${marie}'`,
        sql: 'select app.reads_several_languages()',
        expect: { value: true },
      })),
    ],
    checks: null,
  },
  'app.pages_in_use(uuid)': {
    facts: [
      {
        title: 'the system reads with a session what its partner has records of',
        as: as.system,
        sql: `select 'disputes' = any (app.pages_in_use('${marie}'))`,
        expect: { value: true },
      },
      {
        title: 'and that somebody new has none',
        as: as.system,
        sql: `select app.pages_in_use('${idOf(99)}')`,
        expect: { value: [] },
      },
    ],
    checks: null,
  },
  'app.has_passkeys()': {
    facts: [
      {
        title: 'visitors learn that nobody has a passkey',
        as: as.nobody,
        sql: 'select app.has_passkeys()',
        expect: { value: false },
      },
      {
        title: 'and that somebody has, without whom',
        as: as.nobody,
        setup: passkeyOf(marie),
        sql: 'select app.has_passkeys()',
        expect: { value: true },
      },
    ],
    checks: null,
  },
  'app.time_zone()': {
    facts: [
      {
        title: 'visitors learn the time zone of the provider',
        as: as.nobody,
        sql: 'select app.time_zone()',
        expect: { value: 'Europe/Paris' },
      },
    ],
    checks: null,
  },
  'app.legal_identity()': {
    facts: [
      {
        title: 'visitors learn what a business has to say of itself, and nothing of its account',
        as: as.nobody,
        setup: "update programme_settings set legal_name = 'Acme SAS', street = 'rue du Port', town = 'Nantes'",
        sql: "select concat_ws(', ', legal_name, siren, street, town, country) from app.legal_identity()",
        expect: { value: 'Acme SAS, , rue du Port, Nantes, FR' },
      },
    ],
    checks: null,
  },
  'app.pays_by_tiers()': {
    facts: [
      {
        title: 'visitors learn whether tiers are paid by',
        as: as.nobody,
        sql: 'select app.pays_by_tiers()',
        expect: { value: true },
      },
    ],
    checks: null,
  },
  'app.tier_stats()': {
    facts: [
      {
        title: 'visitors learn three figures of the tiers',
        as: as.nobody,
        sql: 'select to_json(f) from app.tier_stats() f',
        expect: { value: { tiers: 5, lowest_rate: 15, highest_rate: 35 } },
      },
    ],
    checks: null,
  },
}
