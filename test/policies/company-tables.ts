import { type Catalogue, everything, type Fact } from './catalogue.ts'
import { ada, alan, as, gone, idOf, karim, left, marie, monday, nadia, tuesday } from './people.ts'

const company = (id: string) => ({ id, main_person_id: id, created_at: monday })
const member = (id: number, partner_id: string, person_id: string, role = 'owner') => ({
  id: idOf(id),
  partner_id,
  person_id,
  role,
  since: monday,
})
const newCompany = `insert into partners (id, main_person_id, created_at) values ('${idOf(8)}', '${left}', now())`
const owner = (id: string) => `insert into partner_members (partner_id, person_id, role, since)
  values ('${id}', '${left}', 'owner', now())`
const choose = (id: string) => `update partners set main_person_id = '${id}' where id = '${marie}'`
const nadiaOwns = `update partner_members set role = 'owner' where person_id = '${nadia}'`
const endMarie = `update partner_members set until = now() where person_id = '${marie}'`
const merged = (id: string, into: string) => `update partners set merged_into = '${into}', merged_at = now() where id = '${id}'`
const lastOwner = { refused: 'partners_keep_an_owner' }

/** A record of Karim's by which somebody of Marie's reads as Karim, once he was merged into her. */
const readsFormerBy = (
  record: 'payout' | 'invoice' | 'commission',
  id: string,
  column: string,
): Catalogue['functions'][string] => ({
  facts: [
    {
      title: `${record} names the partner that was merged`,
      as: as.marie,
      setup: merged(karim, marie),
      sql: `select case when app.read_former_by_${record}('${id}') then current_setting('app.partner_id') end`,
      expect: { value: karim },
    },
    { title: 'and nobody else', as: as.marie, sql: `select app.read_former_by_${record}('${id}')`, expect: { value: false } },
  ],
  checks: { [`which ${record}`]: [`where ${column} = ${record}`, ''] },
})

/** The companies that partners are, and the people who belong to them. */
export const companyTables: Catalogue['tables'] = {
  partners: {
    rights: { insert: ['partners', 'team'], update: ['partners', 'team'] },
    rows: {
      "Marie's": company(marie),
      "Karim's": company(karim),
      "Gaston's": company(gone),
      // Staff who were partners before.
      "Ada's": company(ada),
      "Alan's": company(alan),
    },
    access: { system: everything, admin: { select: 'all', insert: 'all', update: 'all' }, partner: { select: ["Marie's"] } },
    triggers: {
      rename_in_commissions: [
        {
          title: 'commissions are listed under the name of a new main person',
          as: as.marie,
          setup: `${nadiaOwns}; ${choose(nadia)}`,
          sql: `select string_agg(distinct partner_key, '|') = (select name_key from profiles where user_id = '${nadia}')
            from commissions where partner_id = '${marie}'`,
          expect: { value: true },
        },
      ],
      keep_main_person: [
        {
          title: 'an owner becomes the main person',
          as: as.system,
          setup: nadiaOwns,
          sql: `${choose(nadia)} returning id`,
          expect: { value: marie },
        },
        { title: 'nobody else', as: as.system, sql: choose(nadia), expect: { refused: 'partners_main_person_owns' } },
        {
          title: 'nor an owner of another company',
          as: as.system,
          sql: choose(karim),
          expect: { refused: 'partners_main_person_owns' },
        },
        {
          title: 'nor an owner who has not come in',
          as: as.system,
          setup: `${nadiaOwns}; update profiles set joined_at = null where user_id = '${nadia}'`,
          sql: choose(nadia),
          expect: { refused: 'partners_main_person_joined' },
        },
        {
          title: 'nor one whose access has ended',
          as: as.system,
          setup: `${nadiaOwns}; update profiles set deleted_at = now() where user_id = '${nadia}'`,
          sql: choose(nadia),
          expect: { refused: 'partners_main_person_joined' },
        },
      ],
      keep_merged: [
        {
          title: 'a partner is merged into one that is there',
          as: as.system,
          sql: `${merged(marie, karim)} returning merged_into`,
          expect: { value: karim },
        },
        {
          title: 'not into one that was merged itself',
          as: as.system,
          setup: merged(karim, ada),
          sql: merged(marie, karim),
          expect: { refused: 'partners_merge_into_present' },
        },
        {
          title: 'and for ever',
          as: as.system,
          setup: merged(marie, karim),
          sql: `update partners set merged_into = null, merged_at = null where id = '${marie}'`,
          expect: { refused: 'partners_stay_merged' },
        },
        {
          title: 'also under the name that it had',
          as: as.system,
          setup: merged(marie, karim),
          sql: `update partners set main_person_id = '${nadia}' where id = '${marie}'`,
          expect: { refused: 'partners_stay_merged' },
        },
      ],
      begin_with_an_owner: [
        { title: 'a company begins with an owner', as: as.ada, sql: newCompany, expect: lastOwner },
        {
          title: 'who is added in the same transaction',
          as: as.ada,
          sql: `${newCompany}; ${owner(idOf(8))} returning role`,
          expect: { value: 'owner' },
        },
      ],
    },
  },
  partner_members: {
    rights: { insert: ['partners', 'team'] },
    rows: {
      Marie: member(601, marie, marie),
      Nadia: member(602, marie, nadia, 'member'),
      'Noé, who left': { ...member(603, marie, left, 'member'), until: tuesday },
      Karim: member(604, karim, karim),
      Gaston: member(605, gone, gone),
      Ada: member(606, ada, ada),
      Alan: member(607, alan, alan),
    },
    access: {
      system: everything,
      admin: { select: 'all', insert: 'all' },
      partner: { select: ['Marie', 'Nadia', 'Noé, who left'] },
    },
    triggers: {
      give_company: [
        {
          title: 'who joins a company has its name',
          as: as.ada,
          setup: `update profiles set company = 'Dupont et filles' where user_id = '${marie}';
            ${newcomer(idOf(9))}; insert into partner_members (partner_id, person_id, role, since)
            values ('${marie}', '${idOf(9)}', 'member', now())`,
          sql: `select company from profiles where user_id = '${idOf(9)}'`,
          expect: { value: 'Dupont et filles' },
        },
      ],
      keep_out_of_merged: [
        {
          title: 'nobody joins a partner that was merged',
          as: as.system,
          setup: `${newcomer(idOf(9))}; ${merged(marie, karim)}`,
          sql: `insert into partner_members (partner_id, person_id, role, since)
            values ('${marie}', '${idOf(9)}', 'member', now())`,
          expect: { refused: 'partners_merged_closed' },
        },
      ],
      announce_membership: [
        {
          title: 'every change of a role is announced: what is too long for an announcement is refused',
          as: as.system,
          setup: `grant update on partner_members to passerelle_system;
            alter table partner_members drop constraint partner_members_role`,
          sql: `update partner_members set role = repeat('x', 9000) where person_id = '${nadia}'`,
          expect: { refused: '22023' },
        },
      ],
      keep_an_owner: [
        {
          title: 'the last owner stays',
          as: as.system,
          sql: endMarie,
          expect: lastOwner,
        },
        {
          title: 'also as an owner',
          as: as.system,
          sql: `update partner_members set role = 'manager' where person_id = '${marie}'`,
          expect: lastOwner,
        },
        {
          title: 'an owner whose role waits is one',
          as: as.system,
          sql: `update partner_members set role = 'member', held_role = 'owner' where person_id = '${marie}' returning role`,
          expect: { value: 'member' },
        },
        {
          title: 'and stays the last one',
          as: as.system,
          setup: `update partner_members set role = 'member', held_role = 'owner' where person_id = '${marie}'`,
          sql: endMarie,
          expect: lastOwner,
        },
        {
          title: 'nobody stays at a partner that was merged',
          as: as.system,
          setup: merged(marie, karim),
          sql: `${endMarie} returning role`,
          expect: { value: 'owner' },
        },
        {
          title: 'an owner leaves another one',
          as: as.system,
          setup: `${nadiaOwns}; ${choose(nadia)}`,
          sql: `${endMarie} returning role`,
          expect: { value: 'owner' },
        },
        {
          title: 'but not while they are the main person',
          as: as.system,
          setup: nadiaOwns,
          sql: endMarie,
          expect: { refused: 'partners_main_person_owns' },
        },
        {
          title: 'who stays an owner',
          as: as.system,
          setup: nadiaOwns,
          sql: `update partner_members set role = 'manager' where person_id = '${marie}'`,
          expect: { refused: 'partners_main_person_owns' },
        },
      ],
    },
  },
}

export const oneCompany: readonly Fact[] = [
  {
    title: 'an owner changes the company of all its people, and of nobody who left',
    as: as.ada,
    setup: renamedBy(marie),
    sql: `select string_agg(full_name, ', ' order by full_name) from profiles where company = 'Dupont et filles'`,
    expect: { value: 'Marie Dupont, Nadia Colas' },
  },
  {
    title: 'also a manager',
    as: as.manager,
    sql: `${renamedBy(nadia)} returning company`,
    expect: { value: 'Dupont et filles' },
  },
  { title: 'not a member', as: as.nadia, sql: renamedBy(nadia), expect: { refused: 'profiles_one_company' } },
  { title: 'nor an accountant', as: as.accountant, sql: renamedBy(nadia), expect: { refused: 'profiles_one_company' } },
]

export const companyFacts = {
  keep_typed_by: [
    {
      title: 'a lead is of the person who typed it',
      as: as.nadia,
      sql: `${newLead()} returning typed_by`,
      expect: { value: nadia },
    },
    {
      title: 'of the main person where somebody else did',
      as: as.ada,
      sql: `${newLead()} returning typed_by`,
      expect: { value: marie },
    },
    {
      title: 'also where that is somebody of another partner',
      as: as.ada,
      setup: `${nadiaOwns}; ${choose(nadia)}`,
      sql: `${newLead()} returning typed_by`,
      expect: { value: nadia },
    },
  ],
  keep_typed_by_after_hand_over: [
    {
      title: 'a lead that is handed over is of the main person',
      as: as.ada,
      sql: `update leads set partner_id = '${karim}' where id = '${idOf(41)}' returning typed_by`,
      expect: { value: karim },
    },
  ],
}

function renamedBy(id: string): string {
  return `update profiles set company = 'Dupont et filles' where user_id = '${id}'`
}

function newcomer(id: string): string {
  return `insert into profiles (user_id, full_name, company, email, created_at)
    values ('${id}', 'Lise Colas', '', 'lise@exemple.fr', now())`
}

function newLead(): string {
  return `insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type, created_at, updated_at)
    values ('${idOf(99)}', '${marie}', 'Neuf', 'Neuf SARL', 'n@client.fr', 700, 'star', now(), now())`
}

const acts = (person: string, partner: string) => `select app.acts_for('${person}', '${partner}')`
const peopleOf = (lead: number) =>
  `select string_agg(person || case when former then ' before' else '' end, ',' order by person)
    from app.people_of_lead('${idOf(lead)}')`

const told = (topic: string, more = 'null, null', partner = marie) =>
  `select coalesce(string_agg(person::text, ',' order by person), '')
    from app.people_told('${partner}', '${topic}', ${more}) person`
const toldOfLead = told('all_leads', `'${idOf(41)}', null`)
const nadiaIs = (role: string) => `update partner_members set role = '${role}' where person_id = '${nadia}'`
const nadiaLeft = `update partner_members set until = now() where person_id = '${nadia}'`
const hersIs = `update leads set typed_by = '${nadia}' where id = '${idOf(41)}'`
const follows = (person: string, value: boolean) => `insert into notification_choices
  (user_id, switched_off, changed_at, colleagues_leads) values ('${person}', '{}', now(), ${value})
  on conflict (user_id) do update set colleagues_leads = excluded.colleagues_leads`

const toldFacts: readonly Fact[] = (
  [
    ['a lead concerns its person and the owners', [hersIs], toldOfLead, [marie, nadia]],
    ['and nobody else', [], toldOfLead, [marie]],
    ['not the owners who chose so', [hersIs, follows(marie, false)], toldOfLead, [nadia]],
    ['managers who chose so', [nadiaIs('manager'), follows(nadia, true)], toldOfLead, [marie, nadia]],
    ['and no other managers', [nadiaIs('manager')], toldOfLead, [marie]],
    ['members never', [follows(nadia, true)], toldOfLead, [marie]],
    ['nor accountants, whose lead it was before', [nadiaIs('accountant'), hersIs], toldOfLead, [marie]],
    ['where its person left, the owners', [hersIs.replace(nadia, left), follows(marie, false)], toldOfLead, [marie]],
    ['money concerns owners and accountants', [nadiaIs('accountant')], told('money'), [marie, nadia]],
    ['so do bank details', [nadiaIs('accountant')], told('bank'), [marie, nadia]],
    ['and documents', [nadiaIs('accountant')], told('documents'), [marie, nadia]],
    ['no managers', [nadiaIs('manager')], told('money'), [marie]],
    ['but for disputes that they began', [nadiaIs('manager')], told('money', `null, '${nadia}'`), [marie, nadia]],
    ['contracts concern owners', [nadiaIs('accountant')], told('contracts'), [marie]],
    ['and what else there is', [nadiaIs('accountant')], told('team'), [marie]],
    ['everybody of another partner is left out', [nadiaIs('owner')], told('money', 'null, null', karim), [karim]],
    [
      'money of a merged partner concerns those of the other one',
      [merged(karim, marie)],
      told('money', 'null, null', karim),
      [marie],
    ],
    ['an owner who left is told nothing', [nadiaIs('owner'), nadiaLeft], told('money'), [marie]],
    ['the deleted are told nothing', [], told('money', 'null, null', gone), []],
  ] as const
).map(([title, setup, sql, expected]) => ({
  title,
  as: as.system,
  ...(setup.length > 0 ? { setup: setup.join('; ') } : {}),
  sql,
  expect: { value: expected.join() },
}))

const formerOnes = "select string_agg(id::text, ',') from app.former_partners()"

export const companyFunctions: Catalogue['functions'] = {
  'app.people_told(uuid,text,uuid,uuid)': {
    facts: toldFacts,
    checks: {
      'which partner': [
        "m.partner_id = case when topic in ('money', 'bank', 'documents') then app.partner_now(partner) else partner end",
        'true',
      ],
      'who it is by now': ['app.partner_now(partner)', 'partner'],
      'who left': ['and m.until is null', ''],
      'who is deleted': ['and p.deleted_at is null', ''],
      'who chose': ["coalesce(n.colleagues_leads, m.role = 'owner')", 'true'],
      'which roles': ["role in ('owner', 'manager') and follows", 'follows'],
      'no accountant': ["m.role <> 'accountant' and", ''],
      'nobody whose lead it is': ["or role = 'owner' and not exists (select from people where is_theirs)", ''],
      'the accountants': ["role in ('owner', 'accountant')", 'true'],
      'who began it': ['and person_id = begun_by', ''],
      'the owners': ["else role = 'owner'", 'else true'],
    },
  },
  'app.acts_for(uuid,uuid)': {
    facts: [
      { title: 'somebody of a company acts for it', as: as.marie, sql: acts(nadia, marie), expect: { value: true } },
      { title: 'somebody who left it did', as: as.marie, sql: acts(left, marie), expect: { value: true } },
      { title: 'others do not', as: as.marie, sql: acts(karim, marie), expect: { value: false } },
      { title: 'nor anybody for nobody', as: as.marie, sql: `select app.acts_for(null, '${marie}')`, expect: { value: false } },
    ],
    checks: {
      'which company': ['partner_id = partner and', ''],
      'which person': ['and person_id = person', ''],
    },
  },
  'app.former_partners()': {
    facts: [
      {
        title: 'a partner reads who was merged into it',
        as: as.marie,
        setup: merged(karim, marie),
        sql: formerOnes,
        expect: { value: karim },
      },
      {
        title: 'whoever else was merged into that one',
        as: as.marie,
        setup: `${merged(karim, gone)}; ${merged(gone, marie)}`,
        sql: `select count(*)::int from app.former_partners()`,
        expect: { value: 2 },
      },
      { title: 'nobody else', as: as.marie, setup: merged(karim, ada), sql: formerOnes, expect: { value: null } },
      {
        title: 'and no member does',
        as: as.marie,
        setup: merged(karim, marie),
        sql: `select case when set_config('app.partner_role', 'member', true) = 'member' then (${formerOnes}) end`,
        expect: { value: null },
      },
    ],
    checks: {
      'whose they are': ['p.merged_into = app.partner_id()', 'p.merged_into is not null'],
      'who reads money': ["and app.partner_may('money')", ''],
    },
  },
  'app.read_former(uuid)': {
    facts: [
      {
        title: 'a partner reads as one that was merged into it',
        as: as.marie,
        setup: merged(karim, marie),
        sql: `select case when app.read_former('${karim}') then current_setting('app.partner_id') end`,
        expect: { value: karim },
      },
      {
        title: 'and as nobody else',
        as: as.marie,
        sql: `select case when not app.read_former('${karim}') then current_setting('app.partner_id') end`,
        expect: { value: marie },
      },
    ],
    checks: {
      'who was merged': ['if not exists (select from app.former_partners() f where f.id = former) then', 'if false then'],
    },
  },
  'app.read_former_by_payout(uuid)': readsFormerBy('payout', idOf(162), 'p.id'),
  'app.read_former_by_invoice(uuid)': readsFormerBy('invoice', idOf(182), 'i.id'),
  'app.read_former_by_commission(uuid)': readsFormerBy('commission', idOf(55), 'c.id'),
  'app.partner_now(uuid)': {
    facts: [
      { title: 'a partner is itself', as: as.ada, sql: `select app.partner_now('${marie}')`, expect: { value: marie } },
      {
        title: 'or the last one that it was merged into',
        as: as.ada,
        setup: `${merged(marie, karim)}; ${merged(karim, ada)}`,
        sql: `select app.partner_now('${marie}')`,
        expect: { value: ada },
      },
    ],
    checks: null,
  },
  'app.people_of_lead(uuid)': {
    facts: [
      {
        title: 'everybody who acts for the partner of a lead',
        as: as.marie,
        setup: `update lead_registrations set former_partners = '{}' where lead_id = '${idOf(41)}'`,
        sql: peopleOf(41),
        expect: { value: [marie, nadia, left].join(',') },
      },
      {
        title: 'and those of the partner before',
        as: as.marie,
        sql: peopleOf(41),
        expect: { value: [marie, `${karim} before`, nadia, left].join(',') },
      },
      { title: 'partners ask about their own leads', as: as.marie, sql: peopleOf(43), expect: { value: null } },
      { title: 'staff about all', as: as.ada, sql: peopleOf(43), expect: { value: karim } },
    ],
    checks: {
      'which lead': ['r.lead_id = lead and', ''],
      'whose lead': ["and (not app.is_partner(current_setting('role')) or r.partner_id = app.partner_id())", ''],
    },
  },
}
