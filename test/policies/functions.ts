import type { Catalogue, FunctionExpectation } from './catalogue.ts'
import { bankDetailFunctions } from './bank-details.ts'
import { ada, as, idOf, karim, marie, noon, tuesday } from './people.ts'
import { searchFunctions } from './search-functions.ts'

/** Trigger functions cannot be called directly; their triggers' facts cover them. */
const byTrigger: FunctionExpectation = { execute: 'everybody', checks: null }
const plain: FunctionExpectation = { execute: 'everybody' }
const signedIn = ['partner', 'admin', 'system'] as const
const session = (token: string, column = 'user_id') =>
  `select ${column} from app.session('${token}', '${noon}', interval '30 days')`

const counted = (what: string) => `insert into auth.rate_limits (key, count, window_ends_at)
  values (encode(sha256(convert_to('${what} ' || '${marie}', 'UTF8')), 'hex'), 1, '${noon}'::timestamptz + interval '1 minute')`
const count = (what: string) => `select requests from app.count_request('${what}', '${noon}', '5 minutes')`
const methodOf = (number: number) => ({
  as: as.marie,
  given: `update auth.sessions set method = case when id = '${idOf(21)}' then 'password_totp' else 'password' end`,
  sql: `select app.session_method('${idOf(number)}')`,
})

export const functions: Catalogue['functions'] = {
  ...bankDetailFunctions,
  'app.user_id()': plain,
  'app.unaccent(text)': plain,
  'app.role_of(uuid)': plain,
  'app.company_key(text)': plain,
  'app.contract_signed(uuid)': plain,
  'app.newest_main_contract(uuid)': plain,
  'app.tier_revenue(uuid)': plain,
  'app.commission_goes_forward()': plain,
  'app.announce_event()': plain,
  'app.hold_contact(text,text)': { execute: signedIn },
  'app.claim_contact(text,text)': { execute: signedIn },
  'app.hold_all_contacts()': { execute: signedIn },
  'app.keep_an_administrator()': byTrigger,
  'app.announce_session_end()': plain,
  'app.check_tiers()': byTrigger,
  'app.check_signed_lead()': byTrigger,
  'app.check_clawback()': byTrigger,
  'app.check_own_commission()': byTrigger,
  'app.check_client_payment()': byTrigger,
  'app.check_part()': byTrigger,
  'app.check_received()': byTrigger,
  'app.check_dispute()': byTrigger,
  'app.dispute_goes_forward()': plain,
  'app.keep_open_dispute()': plain,
  'app.note_dispute()': byTrigger,
  'app.check_undisputed()': plain,
  'app.commission_keeps_payout()': plain,
  'app.check_payout()': byTrigger,
  'app.payout_goes_forward()': plain,
  'app.tier_of(uuid)': plain,
  'app.count_leads()': byTrigger,
  'app.count_commissions()': byTrigger,
  'app.total_commissions()': byTrigger,
  'app.keep_main_contract()': byTrigger,
  'app.month_of(timestamp with time zone)': plain,
  'app.next_shard(integer)': plain,
  'app.add_to_lead_stats(uuid,text,bigint,bigint,bigint)': plain,
  'app.add_to_lead_totals(text,bigint,bigint,bigint)': plain,
  'app.add_to_commission_totals(date,text,bigint,bigint,bigint)': plain,
  'app.add_to_partner_revenue(uuid,bigint,bigint)': plain,
  'app.set_commission_keys()': byTrigger,
  'app.rename_in_commissions()': byTrigger,
  'app.own_tier_order()': {
    execute: 'everybody',
    facts: [
      {
        title: 'a partner’s tier follows from their own revenue',
        as: as.marie,
        given: `update commission_stats set revenue_cents = 20000000 where partner_id = '${karim}'`,
        sql: 'select app.own_tier_order()',
        expect: { value: 1 },
      },
      {
        title: 'more revenue is a higher tier',
        as: as.marie,
        given: `update commission_stats set revenue_cents = 3000000 where partner_id = '${marie}' and status = 'valide'`,
        sql: 'select app.own_tier_order()',
        expect: { value: 3 },
      },
    ],
    checks: {
      'whose revenue': ['app.tier_revenue(app.user_id())', `app.tier_revenue('${karim}')`],
      'the tier’s threshold': ['partner_tiers.min_revenue_cents <= ', '0 <= '],
    },
  },
  'app.remove_access(uuid)': {
    execute: ['admin', 'system'],
    facts: [
      {
        title: 'a partner’s access is removed, with the sessions',
        as: as.ada,
        sql: `select app.remove_access('${marie}'); set local role passerelle_system;
          select count(*) from auth.sessions where user_id = '${marie}'`,
        expect: { value: 0 },
      },
      {
        title: 'an administrator’s access is not removed',
        as: as.ada,
        sql: `select app.remove_access('${ada}')`,
        expect: { refused: 'administrators_stay' },
      },
    ],
    checks: {
      'administrators stay': [`if app.role_of(person) = 'admin' then`, 'if false then'],
      'only this person': ['where id = person', `where id <> '${ada}' and person is null`],
    },
  },
  'app.end_sessions(uuid)': {
    execute: ['admin', 'system'],
    facts: [
      {
        title: 'every session of one person ends, and nobody else’s',
        as: as.ada,
        sql: `select app.end_sessions('${marie}')`,
        expect: { value: 2 },
      },
    ],
    checks: { 'only this person': ['where user_id = person', 'where true'] },
  },
  'app.session(text,timestamp with time zone,interval)': {
    execute: ['anonymous', 'system'],
    facts: [
      { title: 'a token stands for its person', as: as.nobody, sql: session('token-of-marie'), expect: { value: marie } },
      { title: 'an unknown token stands for nobody', as: as.nobody, sql: session('guessed'), expect: { value: null } },
      {
        title: 'a session that is over stands for nobody',
        as: as.nobody,
        sql: session('token-that-is-over'),
        expect: { value: null },
      },
      {
        title: 'a session that began too long ago stands for nobody',
        as: as.nobody,
        given: `update auth.sessions set created_at = '${noon}'::timestamptz - interval '30 days' where token = 'token-of-marie'`,
        sql: session('token-of-marie'),
        expect: { value: null },
      },
      {
        title: 'a deleted person’s session stands for nobody',
        as: as.nobody,
        sql: session('token-of-gone'),
        expect: { value: null },
      },
      {
        title: 'the session says whether the newest main contract is signed',
        as: as.nobody,
        given: `insert into contracts (id, user_id, contract_type, title, link, created_at)
          values ('${idOf(96)}', '${marie}', 'main', 'Neuf', 'https://x.example', '${tuesday}')`,
        sql: session('token-of-marie', 'contract_signed'),
        expect: { value: false },
      },
      {
        title: 'the session says the role',
        as: as.nobody,
        sql: session('token-of-ada', 'role'),
        expect: { value: 'admin' },
      },
    ],
    checks: {
      'the token': ['s.token = session_token', 'true'],
      'the end of the session': ['s.expires_at > at and', ''],
      'the longest life': ['and s.created_at + longest > at', ''],
      'deleted people': ['and p.deleted_at is null', ''],
    },
  },
  'app.count_request(text,timestamp with time zone,interval)': {
    execute: ['partner', 'admin'],
    facts: [
      { title: 'requests are counted', as: as.marie, given: counted('add'), sql: count('add'), expect: { value: 2 } },
      { title: 'nobody counts for somebody else', as: as.ada, given: counted('add'), sql: count('add'), expect: { value: 1 } },
    ],
    checks: { 'whose counter': [`|| ' ' || app.user_id()`, ''] },
  },
  'app.session_method(uuid)': {
    execute: signedIn,
    facts: [
      { title: 'a session tells how it was opened', ...methodOf(21), expect: { value: 'password_totp' } },
      { title: 'and no other session’s way', ...methodOf(22), expect: { value: 'password' } },
    ],
    checks: { 'which session': ['where id = session', 'where true'] },
  },
  'app.known_lead(text,text,uuid)': {
    execute: signedIn,
    facts: [
      {
        title: 'a partner learns that somebody follows an address',
        as: as.marie,
        sql: `select app.known_lead('LUC@client.fr', '', null)`,
        expect: { value: idOf(43) },
      },
      {
        title: 'a company is known without its legal form',
        as: as.marie,
        sql: `select app.known_lead('', 'Luc', null)`,
        expect: { value: idOf(43) },
      },
      {
        title: 'a lost lead is nobody’s any more, by address',
        as: as.marie,
        sql: `select app.known_lead('lost@client.fr', '', null)`,
        expect: { value: null },
      },
      {
        title: 'a lost lead is nobody’s any more, by company',
        as: as.marie,
        sql: `select app.known_lead('', 'Lost SARL', null)`,
        expect: { value: null },
      },
      {
        title: 'a lead is no duplicate of itself',
        as: as.marie,
        sql: `select app.known_lead('paul@client.fr', 'Paul', '${idOf(41)}')`,
        expect: { value: null },
      },
      {
        title: 'an empty address is nobody’s',
        as: as.marie,
        given: `update leads set email = '' where id = '${idOf(43)}'`,
        sql: `select app.known_lead('', '', null)`,
        expect: { value: null },
      },
    ],
    checks: {
      'the address': ['lower(email) = lower(lead_email) and', ''],
      'an empty address': [`lead_email <> '' and`, ''],
      'the company': ['company_key = key and', ''],
      'lost leads, by address': [`lead_email <> '' and status <> 'refuse'`, `lead_email <> ''`],
      'lost leads, by company': [`lead_company <> '' and status <> 'refuse'`, `lead_company <> ''`],
    },
  },
  ...searchFunctions,
  'app.tier_stats()': {
    execute: ['anonymous', 'partner', 'admin', 'system'],
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
