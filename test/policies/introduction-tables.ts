import { type Catalogue, everything, type Fact } from './catalogue.ts'
import { keptClientWords } from './lead-facts.ts'
import { noticeOfWord } from './notice-tables.ts'
import { ada, alan, as, idOf, karim, marie, monday, noon, tuesday } from './people.ts'
import { othersLinkUnreached, questionsRefused } from './policy-facts.ts'

const [paul, anne, luc, zoe] = [41, 42, 43, 44].map(idOf) as [string, string, string, string]
const link = (number: number, partner_id: string, more: object = {}) => ({
  partner_id,
  link_id: idOf(number),
  token_hash: `hash of ${number}`,
  created_at: monday,
  disabled_at: null,
  disabled_by: null,
  ...more,
})

/** Asked by mail; the lead's address is that of business-tables. */
const introduction = (
  number: number,
  lead_id: string,
  name: string,
  partner_id: string,
  asked_by: string,
  more: object = {},
) => ({
  id: idOf(number),
  lead_id,
  partner_id,
  email: `${name}@client.fr`,
  company: `${name} SARL`,
  asked_by,
  created_at: monday,
  mails: 1,
  mailed_at: monday,
  expires_at: '2036-01-01T00:00:00Z',
  answer: null,
  answered_at: null,
  voided_at: null,
  left_at: null,
  consent_text: '',
  consent_sha256: null,
  ...more,
})
const denied = { answer: 'no', answered_at: tuesday, voided_at: tuesday }
const left = { left_at: monday, consent_text: 'J’accepte', consent_sha256: 'a'.repeat(64) }

export const introductionTables: Catalogue['tables'] = {
  introduction_links: {
    rights: { update: ['partners'] },
    rows: {
      "Marie's": link(921, marie),
      "Karim's, disabled by Alan": link(922, karim, { disabled_at: tuesday, disabled_by: alan }),
      "Ada's own, disabled by Ada": link(923, ada, { disabled_at: tuesday, disabled_by: ada }),
    },
    access: {
      system: { select: 'all' },
      admin: { select: 'all', update: 'all', becomes: ["Marie's", "Ada's own, disabled by Ada"] },
      partner: { select: ["Marie's"], insert: ["Marie's"], update: ["Marie's"] },
    },
    policyFacts: [
      othersLinkUnreached,
      {
        title: 'partners change nothing of a link that staff have disabled',
        as: as.marie,
        setup: `update introduction_links set disabled_at = '${tuesday}', disabled_by = '${ada}' where partner_id = '${marie}'`,
        sql: `with changed as (update introduction_links set paused_at = '${tuesday}' returning 1)
          select count(*)::int from changed`,
        expect: { value: 0 },
      },
    ],
  },
  client_confirmations: {
    rights: { insert: ['leads'], update: ['leads'] },
    rows: {
      'of Anne, who denied it when she had another address': introduction(936, anne, 'annie', marie, marie, denied),
      'of Luc, who denied it when he was Marie’s lead': introduction(937, luc, 'Luc', marie, marie, denied),
      'of Paul, asked by Marie': introduction(931, paul, 'Paul', marie, marie),
      'of Anne, answered': introduction(932, anne, 'Anne', marie, marie, { answer: 'yes', answered_at: tuesday }),
      'of Anne, of another address': introduction(933, anne, 'annette', marie, marie, { voided_at: tuesday }),
      'of Luc, asked by Ada': introduction(934, luc, 'Luc', karim, ada),
      'of Zoe, who left her details': introduction(935, zoe, 'Zoe', karim, karim, { ...left, asked_by: null }),
    },
    access: {
      system: everything,
      admin: {
        select: 'all',
        insert: ['of Luc, asked by Ada'],
        update: ['of Paul, asked by Marie', 'of Luc, asked by Ada', 'of Zoe, who left her details'],
        becomes: ['of Luc, asked by Ada'],
      },
      partner: {
        select: ['of Anne, who denied it when she had another address', 'of Paul, asked by Marie', 'of Anne, answered'],
        insert: ['of Paul, asked by Marie'],
        update: ['of Paul, asked by Marie'],
      },
    },
    triggers: { ...keptClientWords, ...noticeOfWord },
    policyFacts: questionsRefused,
  },
  client_denials: {
    rows: {
      'of Marie': { address_hash: 'a hash', partner_id: marie, answer: 'no', denied_at: monday },
      'of Karim': { address_hash: 'a hash', partner_id: karim, answer: 'other', denied_at: monday },
    },
    access: {
      system: everything,
      admin: { select: 'all' },
      partner: { select: ['of Marie'] },
    },
  },
  client_mail_counts: {
    rows: {
      'of Marie': { subject: `partner ${marie}`, mails: 4, mails_since: monday },
      'of a domain': { subject: 'domain some hash', mails: 2, mails_since: monday },
    },
    access: { system: everything },
  },
  introduction_forms: {
    rows: {
      'of a lead': { form_id: idOf(951), contents: 'a hash', lead_id: paul, sent_at: monday },
      'of a deleted lead': { form_id: idOf(952), contents: 'another hash', lead_id: null, sent_at: monday },
    },
    access: { system: everything },
  },
  client_addresses: {
    rows: {
      'of somebody': { address_hash: 'some hash', mails: 1, mails_since: monday },
      'that wants no mail': { address_hash: 'another hash', mails: 0, mails_since: monday, never_since: monday },
    },
    access: { system: everything },
  },
}

const voidedOf = (lead: string) =>
  `select count(*)::int from client_confirmations where lead_id = '${lead}' and voided_at is null`
const changed = (title: string, actor: (typeof as)[keyof typeof as], set: string, current: number): Fact => ({
  title,
  as: actor,
  sql: `update leads set ${set}, updated_at = '${noon}' where id = '${paul}'; ${voidedOf(paul)}`,
  expect: { value: current },
})

/** Facts of the triggers on leads. */
export const introductionFacts = {
  void_client_confirmations: [
    changed('another address is somebody else', as.marie, `email = 'autre@client.fr'`, 0),
    changed('another company is another question', as.ada, `company = 'Autre'`, 0),
    changed('a word of the client is about one partner', as.system, `partner_id = '${karim}'`, 0),
    changed('the same address in capitals is the same', as.marie, `email = 'PAUL@client.fr'`, 1),
  ],
  forget_client_mails: [
    {
      title: 'what was mailed to the client goes with the lead',
      as: as.system,
      setup: `insert into events (id, name, occurred_at, subject_id, partner_id, audience)
          values ('${idOf(941)}', 'lead.client_asked', '${noon}', '${paul}', '${marie}', 'partner');
        insert into mails (id, event_id, recipient, kind, subject) values
          ('${idOf(942)}', '${idOf(941)}', 'paul@client.fr', 'client_confirmation', 'Une question'),
          ('${idOf(943)}', '${idOf(941)}', 'marie@exemple.fr', 'lead_client', 'Une réponse')`,
      sql: `delete from leads where id = '${paul}';
        select string_agg(kind, ',') from mails where event_id = '${idOf(941)}'`,
      expect: { value: 'lead_client' },
    },
  ],
} satisfies Readonly<Record<string, readonly Fact[]>>

interface Claim {
  readonly partner?: string
  readonly writtenHash?: string
  readonly domain?: string
  readonly at?: string
}

const claim = (hash: string, { partner = marie, writtenHash = hash, domain, at = noon }: Claim = {}) =>
  `select app.claim_client_mail('${hash}', '${writtenHash}', ${domain ? `'${domain}'` : 'null'}, '${partner}', '${at}')`
const mailCount = (subject: string, mails: number) =>
  `insert into client_mail_counts values ('${subject}', ${mails}, '${monday}')
    on conflict (subject) do update set mails = excluded.mails, mails_since = excluded.mails_since`
/** The addresses of everybody who belongs to Marie’s company, or belonged to it, and those that they had before. */
const addressesOfMarie = 'marie@exemple.fr nadia@exemple.fr new@exemple.fr noe@exemple.fr old@exemple.fr'
const addresses = (person: string) =>
  `select string_agg(address, ' ' order by address) from app.addresses_of('${person}') address`

export const introductionFunctions: Catalogue['functions'] = {
  'app.claim_client_mail(text,text,text,uuid,timestamp with time zone)': {
    facts: [
      { title: 'a partner may have a mail sent', as: as.marie, sql: claim('new hash'), expect: { value: true } },
      {
        title: 'not to an address that wants none',
        as: as.marie,
        sql: claim('another hash', { writtenHash: 'x' }),
        expect: { value: false },
      },
      {
        title: 'nor to one that said so as it is written',
        as: as.marie,
        sql: claim('new hash', { writtenHash: 'another hash' }),
        expect: { value: false },
      },
      { title: 'not after a denial', as: as.marie, sql: claim('a hash'), expect: { value: false } },
      {
        title: 'a denial is about one partner',
        as: as.ada,
        setup: `delete from client_denials where partner_id = '${karim}'`,
        sql: claim('a hash', { partner: karim }),
        expect: { value: true },
      },
      {
        title: 'not four in a week',
        as: as.ada,
        setup: `update client_addresses set mails = 3 where address_hash = 'some hash'`,
        sql: claim('some hash'),
        expect: { value: false },
      },
      {
        title: 'and again in another week',
        as: as.ada,
        setup: `update client_addresses set mails = 3 where address_hash = 'some hash'`,
        sql: claim('some hash', { at: '2026-03-10T09:00:00Z' }),
        expect: { value: true },
      },
      {
        title: 'not a hundred and one for a partner',
        as: as.marie,
        setup: mailCount(`partner ${marie}`, 100),
        sql: claim('new hash'),
        expect: { value: false },
      },
      {
        title: 'not twenty-one to a domain',
        as: as.marie,
        setup: mailCount('domain company', 20),
        sql: claim('new hash', { domain: 'company' }),
        expect: { value: false },
      },
      {
        title: 'what a domain had counts for a week',
        as: as.marie,
        setup: mailCount('domain company', 20),
        sql: claim('new hash', { domain: 'company', at: '2026-03-10T09:00:00Z' }),
        expect: { value: true },
      },
      {
        title: 'a mail counts for partner and domain',
        as: as.system,
        setup: mailCount(`partner ${marie}`, 4),
        sql: `${claim('new hash', { domain: 'company' })};
          select string_agg(mails::text, ' ' order by mails) from client_mail_counts
            where subject in ('partner ${marie}', 'domain company')`,
        expect: { value: '1 5' },
      },
    ],
    checks: {
      'what it wants': ['a.never_since is null and', ''],
      'three mails': ['a.mails < 3 or', 'true or'],
      'what it wanted as written': ['address_hash = written and', 'false and'],
      'a denial': ['address_hash = address and partner_id', 'false and partner_id'],
      'the partner’s limit': ['mails >= 100', 'false'],
      'the domain’s limit': ['mails >= 20', 'false'],
    },
  },
  'app.addresses_of(uuid)': {
    facts: [
      { title: 'a partner is told their own', as: as.marie, sql: `${addresses(marie)}`, expect: { value: addressesOfMarie } },
      {
        title: 'those of who left, and of a partner that was merged into theirs, count too',
        as: as.marie,
        setup: `insert into partner_members (partner_id, person_id, role, since, until)
            values ('${marie}', '${ada}', 'member', '${monday}', '${monday}');
          update partners set merged_into = '${marie}', merged_at = '${monday}' where id = '${karim}'`,
        sql: `select array(select app.addresses_of('${marie}'))
          @> array(select email from profiles where user_id in ('${ada}', '${karim}'))`,
        expect: { value: true },
      },
      { title: 'and nobody else’s', as: as.marie, sql: addresses(karim), expect: { value: null } },
      { title: 'the system is told anybody’s', as: as.system, sql: addresses(marie), expect: { value: addressesOfMarie } },
    ],
    checks: { 'whose they are': ["not app.is_partner(current_setting('role')) or", 'true or'] },
  },
}
