import type { Catalogue } from './catalogue.ts'
import { as, idOf, karim } from './people.ts'

/** Searches that bypass row-level security, for staff alone. */
/** Two leads with words that partners do not see. */
const twoSecrets = `update lead_fields set searchable = true where key = 'margin';
  insert into lead_staff_fields (lead_id, fields)
  values ('${idOf(43)}', '{"margin": "Hush"}'), ('${idOf(41)}', '{"margin": "Sarl"}')
  on conflict (lead_id) do update set fields = excluded.fields`

export const searchFunctions: Catalogue['functions'] = {
  'app.search_leads(text,text,timestamp with time zone,uuid,integer)': {
    facts: [
      {
        title: 'staff find the leads that match',
        as: as.ada,
        sql: `select array_agg(id) from app.search_leads('%paul%', null, null, null, 50) id`,
        expect: { value: [idOf(41)] },
      },
      {
        title: 'staff find them where there are many',
        as: as.ada,
        setup: 'update lead_totals set count = count + 2000',
        sql: `select array_agg(id) from app.search_leads('%paul%', null, null, null, 50) id`,
        expect: { value: [idOf(41)] },
      },
      {
        title: 'staff find a page of them among the newest leads',
        as: as.ada,
        sql: `select array_agg(id) from app.search_leads('%paul%', null, null, null, 1) id`,
        expect: { value: [idOf(41)] },
      },
      {
        title: 'staff find a page of them among the newest leads of a status',
        as: as.ada,
        sql: `select array_agg(id) from app.search_leads('%paul%', 'nouveau', null, null, 1) id`,
        expect: { value: [idOf(41)] },
      },
    ],
    checks: {
      'what is searched for in all leads of a large portal': ['and search_text like $1', ''],
      'what is searched for in all leads of a small one': ['from leads where search_text like needle', 'from leads'],
      'what is searched for among the newest': ['newest where search_text like needle', 'newest'],
      'what is searched for among the newest of a status': [
        `status = stage and (created_at, id) < (before_at, before_id)
          order by created_at desc, id desc limit depth - walked offset walked
        ) newest where search_text like needle`,
        `status = stage
          order by created_at desc, id desc limit depth - walked offset walked
        ) newest`,
      ],
    },
  },
  'app.search_all_leads(text,text,timestamp with time zone,uuid,integer)': {
    facts: [
      {
        title: 'staff find leads as before where no field is hidden from partners',
        as: as.ada,
        setup: "update lead_fields set searchable = false where partner_access = 'none'",
        sql: `select array_agg(id) from app.search_all_leads('%paul%', null, null, null, 50) id`,
        expect: { value: [idOf(41)] },
      },
      {
        title: 'staff find leads by words that partners do not see',
        as: as.ada,
        setup: twoSecrets,
        sql: `select array_agg(id) from app.search_all_leads('%hush%', null, null, null, 50) id`,
        expect: { value: [idOf(43)] },
      },
      {
        title: 'and those of a stage alone',
        as: as.ada,
        setup: twoSecrets,
        sql: `select count(*)::integer from app.search_all_leads('%hush%', 'signe', null, null, 50) id`,
        expect: { value: 0 },
      },
      {
        title: 'and those behind a place',
        as: as.ada,
        setup: twoSecrets,
        sql: `select count(*)::integer from app.search_all_leads('%hush%', null, '2000-01-01', '${idOf(1)}', 50) id`,
        expect: { value: 0 },
      },
      {
        title: 'no more than a page',
        as: as.ada,
        setup: twoSecrets,
        sql: `select count(*)::integer from app.search_all_leads('%sarl%', null, null, null, 1) id`,
        expect: { value: 1 },
      },
    ],
    checks: {
      'what is searched for': ['where s.search_text like needle and', 'where needle is not null and'],
      'the stage': ['(stage is null or l.status = stage)', 'true'],
      'the place': ['(l.created_at, l.id)\n          < (', '(l.created_at, l.id) is distinct from ('],
      'the page': ['order by page.created_at desc, page.id desc limit page_size', 'order by page.created_at desc, page.id desc'],
    },
  },
  'app.search_lead_stats(text,timestamp with time zone,timestamp with time zone)': {
    facts: [
      {
        title: 'staff count the leads that match',
        as: as.ada,
        sql: `select sum(count) from app.search_lead_stats('%paul%', null, null)`,
        expect: { value: 1 },
      },
      {
        title: 'staff count those with words that partners do not see',
        as: as.ada,
        setup: twoSecrets,
        sql: `select sum(count) from app.search_lead_stats('%hush%', null, null)`,
        expect: { value: 1 },
      },
      {
        title: 'staff count those of a period',
        as: as.ada,
        sql: `select array[(select count(*) from app.search_lead_stats('%', now() + interval '1 day', null)),
          (select count(*) from app.search_lead_stats('%', null, '2000-01-01'))]`,
        expect: { value: [0, 0] },
      },
    ],
    checks: {
      'what is searched for': [`else 'search_text like $1' end`, `else '$1 is not null' end`],
      'what is searched for among what partners do not see': [
        'select lead_id from lead_staff_fields where search_text like $1',
        'select lead_id from lead_staff_fields where $1 is not null',
      ],
      'when the period begins': [`else ' and created_at >= $2' end`, `else '' end`],
      'when it ends': [`else ' and created_at < $3' end`, `else '' end`],
    },
  },
  'app.search_commissions(text,integer)': {
    facts: [
      {
        title: 'staff find the commissions that match',
        as: as.ada,
        sql: `select array_agg(id) from app.search_commissions('%zoe sarl%', 50) id`,
        expect: { value: [idOf(52)] },
      },
      {
        title: 'no more are looked up than asked for',
        as: as.ada,
        sql: `select count(*) from app.search_commissions('%', 2)`,
        expect: { value: 2 },
      },
    ],
    checks: { 'what is searched for': ['where search_text like $1', 'where $1 is not null'], 'how many': ['limit $2', ''] },
  },
  'app.search_commission_stats(text,uuid,timestamp with time zone,timestamp with time zone)': {
    facts: [
      {
        title: 'staff add up the commissions that match',
        as: as.ada,
        sql: `select sum(count) from app.search_commission_stats('%zoe sarl%', null, null, null)`,
        expect: { value: 1 },
      },
      {
        title: 'staff add up those of one partner',
        as: as.ada,
        sql: `select sum(count) from app.search_commission_stats('%prime%', '${karim}', null, null)`,
        expect: { value: 1 },
      },
      {
        title: 'staff add up those of a period',
        as: as.ada,
        sql: `select array[(select count(*) from app.search_commission_stats('%', null, now() + interval '1 day', null)),
          (select count(*) from app.search_commission_stats('%', null, null, '2000-01-01'))]`,
        expect: { value: [0, 0] },
      },
    ],
    checks: {
      'what is searched for': ['where search_text like $1', 'where $1 is not null'],
      'whose they are': [`else ' and partner_id = $2' end`, `else '' end`],
      'when the period begins': [`else ' and created_at >= $3' end`, `else '' end`],
      'when it ends': [`else ' and created_at < $4' end`, `else '' end`],
    },
  },
  'app.search_leads_alike(text[],text,real,integer)': {
    facts: [
      {
        title: 'staff find the leads that are like a word',
        as: as.ada,
        sql: `select array_agg(id) from app.search_leads_alike('{pauul}', 'no such', 0.5, 50) id`,
        expect: { value: [idOf(41)] },
      },
      {
        title: 'and those with a word of which two letters are swapped',
        as: as.ada,
        sql: `select array_agg(id) from app.search_leads_alike('{xyzz}', '\\mpaul', 0.5, 50) id`,
        expect: { value: [idOf(41)] },
      },
      {
        title: 'each word has to be like one of the lead',
        as: as.ada,
        sql: `select array[(select count(*) from app.search_leads_alike('{paul,xyzz}', 'no such', 0.5, 50)),
          (select count(*) from app.search_leads_alike('{paul,paul,xyzz}', 'no such', 0.5, 50))]`,
        expect: { value: [0, 0] },
      },
      {
        title: 'no more are compared than asked for',
        as: as.ada,
        sql: `select count(*) from app.search_leads_alike('{xyzz}', '.', 0.5, 1)`,
        expect: { value: 1 },
      },
    ],
    checks: {
      'which word is looked for': ['l.search_text %> words[1] or', 'true or'],
      'which words it may have been': ['or l.search_text ~ swapped', ''],
      'the second word': ['or l.search_text %> words[2]', 'or true'],
      'the third word': ['or l.search_text %> words[3]', 'or true'],
      'how many are compared': ['limit most', ''],
    },
  },
}
