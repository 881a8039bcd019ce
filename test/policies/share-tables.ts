import { type Catalogue, everything, type Fact, type Row } from './catalogue.ts'
import { noticeOfShare } from './notice-tables.ts'
import { ada, as, gone, idOf, karim, marie, monday } from './people.ts'
import { leadSharesHidden } from './policy-facts.ts'

const share = (lead: number, partner_id: string, percent: number): Row => ({
  lead_id: idOf(lead),
  partner_id,
  share: percent * 100,
  shared_at: monday,
  shared_by: ada,
})
const add = (lead: number, partner: string, percent = 30) => `insert into lead_shares values
  ('${idOf(lead)}', '${partner}', ${percent * 100}, '${monday}', '${ada}')`
const [withKarim, withMarie] = ["Marie's lead with Karim", "Karim's lead with Marie"]
const ofOthers = { refused: 'lead_shares_of_others' }

export const shareTables: Catalogue['tables'] = {
  lead_shares: {
    rights: { insert: ['leads'], update: ['leads'], delete: ['leads'] },
    rows: {
      [withKarim]: share(49, karim, 30),
      [withMarie]: share(50, marie, 40),
      "Karim's lost lead with somebody else": share(45, gone, 10),
    },
    access: {
      system: { select: 'all' },
      admin: everything,
      partner: { select: [withKarim, withMarie] },
    },
    policyFacts: leadSharesHidden,
    triggers: {
      ...noticeOfShare,
      check_lead_share: [
        { title: 'the parts of others are below 100 %', as: as.ada, sql: add(49, gone, 70), expect: ofOthers },
        { title: 'a lead is not shared with its own partner', as: as.ada, sql: add(50, karim), expect: ofOthers },
        {
          title: 'the shares of a signed lead stay',
          as: as.ada,
          sql: add(42, karim),
          expect: { refused: 'lead_shares_final' },
        },
        {
          title: 'a lead that is deleted takes its shares with it',
          as: as.marie,
          sql: `delete from leads where id = '${idOf(49)}'; reset role;
            select count(*)::int from lead_shares where lead_id = '${idOf(49)}'`,
          expect: { value: 0 },
        },
      ],
      keep_shared: [
        {
          title: 'a lead is shared until its last share ends',
          as: as.ada,
          sql: `delete from lead_shares where lead_id = '${idOf(50)}'; insert into lead_shares values
              ('${idOf(41)}', '${karim}', 3000, '${monday}', '${ada}');
            select string_agg(id::text || shared, ' ' order by id) from leads
              where id in ('${idOf(41)}', '${idOf(49)}', '${idOf(50)}')`,
          expect: { value: `${idOf(41)}true ${idOf(49)}true ${idOf(50)}false` },
        },
      ],
      forget_shared_lead: [
        {
          title: 'a share that ends leaves nothing unread',
          as: as.ada,
          setup: `delete from unread_leads; insert into unread_leads (user_id, lead_id, part, since, latest_at, event_name)
            values ('${marie}', '${idOf(50)}', 'details', '${monday}', '${monday}', 'lead.shared')`,
          sql: `delete from lead_shares where lead_id = '${idOf(50)}'; reset role; select count(*)::int from unread_leads`,
          expect: { value: 0 },
        },
      ],
    },
  },
}

export const sharedHandOver: readonly Fact[] = [
  {
    title: 'a lead is not handed over to who shares it',
    as: as.ada,
    sql: `update leads set partner_id = '${karim}' where id = '${idOf(49)}'`,
    expect: ofOthers,
  },
]

export const sharedReads: readonly Fact[] = [
  {
    title: 'who has the role of partners with whom nobody shares reads their own leads alone',
    as: as.marie,
    sql: `set local role passerelle_partner; select count(*)::int from leads where partner_id <> app.partner_id()`,
    expect: { value: 0 },
  },
]

const inList = (lead: number) => `select app.share_in_list('${idOf(lead)}') ->> 'percent'`

const names = (lead: number) => `select string_agg(p ->> 'name' || ' ' || (p ->> 'percent'), ', ')
  from jsonb_array_elements(app.partners_of_lead('${idOf(lead)}')) p`

export const shareFunctions: Catalogue['functions'] = {
  'app.share_of(uuid,uuid)': { checks: null },
  'app.shared_leads()': {
    facts: [
      {
        title: 'a partner looks up what others share with them',
        as: as.marie,
        sql: 'select app.shared_leads()',
        expect: { value: [idOf(50)] },
      },
    ],
    checks: { 'who asks': ['where partner_id = app.partner_id()', ''] },
  },
  'app.share_in_list(uuid)': {
    facts: [
      { title: 'a partner reads what is left of their lead', as: as.marie, sql: inList(49), expect: { value: '70' } },
      { title: 'and their part of another’s', as: as.marie, sql: inList(50), expect: { value: '40' } },
      { title: 'staff read what is left of a lead', as: as.ada, sql: inList(50), expect: { value: '60' } },
      {
        title: 'nobody reads the parts of leads that are no matter of theirs',
        as: as.marie,
        sql: inList(45),
        expect: { value: null },
      },
    ],
    checks: {
      'who asks': ['if own is null and not (', 'if false and not ('],
      'whose share': ['(s.lead_id, s.partner_id) = (lead, app.partner_id())', 's.lead_id = lead limit 1'],
    },
  },
  'app.partners_of_lead(uuid)': {
    facts: [
      {
        title: 'a lead’s partner reads who shares it',
        as: as.marie,
        sql: names(49),
        expect: { value: 'Marie Dupont 70, Karim Benali 30' },
      },
      {
        title: 'and who shares it its partner',
        as: as.marie,
        sql: names(50),
        expect: { value: 'Karim Benali 60, Marie Dupont 40' },
      },
      { title: 'and nobody else', as: as.marie, sql: names(45), expect: { value: null } },
    ],
    checks: {
      'who asks': [
        "current_setting('role') in ('passerelle_admin', 'passerelle_system') or l.partner_id = app.partner_id()",
        'true',
      ],
    },
  },
}
