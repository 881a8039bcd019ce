import { leadFields } from '#leads/leads/domain/lead-fields.ts'
import { type Catalogue, everything, type Fact, type Row } from './catalogue.ts'
import { as, idOf, marie, monday, withoutRights } from './people.ts'

const own = (key: string, place: number, more: object = {}): Row => ({
  key,
  kind: 'text',
  name: key,
  place,
  changed_at: monday,
  ...more,
})
const searched = ['name', 'company', 'email']
const builtIn = Object.entries(leadFields).map(([key, { kind, column, required }], index): [string, Row] => [
  `${key}, which every lead has`,
  {
    key,
    kind,
    name: '',
    required,
    place: index + 1,
    changed_at: monday,
    column_name: column,
    required_at_start: required,
    column_searched: searched.includes(key),
  },
])
const change = (key: string, set: string) => `update lead_fields set ${set} where key = '${key}'`
const setHidden = (fields: string) => `update lead_staff_fields set fields = '${fields}' where lead_id = '${idOf(41)}'`
const names = builtIn.map(([label]) => label)

export const fieldTables: Catalogue['tables'] = {
  lead_fields: {
    rights: { insert: ['programme'], update: ['programme'], delete: ['programme'] },
    rows: {
      ...Object.fromEntries(builtIn),
      'Region, which a lead has': own('region', builtIn.length + 1, { used_at: monday, on_card: true }),
      'Source, which no lead has': own('source', builtIn.length + 2, { on_card: true }),
      'Margin, which partners know nothing of': own('margin', builtIn.length + 3, { partner_access: 'none', used_at: monday }),
      'Floor, archived': own('floor', builtIn.length + 4, { archived_at: monday, on_card: true }),
    },
    access: {
      system: { select: 'all' },
      admin: {
        ...everything,
        delete: ['Source, which no lead has', 'Floor, archived'],
      },
      partner: { select: [...names, 'Region, which a lead has', 'Source, which no lead has', 'Floor, archived'] },
    },
    triggers: {
      check_fields: [
        {
          title: 'a card shows two fields at most',
          as: as.ada,
          sql: change('floor', 'archived_at = null'),
          expect: { refused: 'lead_fields_on_card' },
        },
        {
          title: 'one can take the place of another on the card',
          as: as.ada,
          sql: `${change('floor', 'archived_at = null')}; ${change('source', 'on_card = false')} returning 'done'`,
          expect: { value: 'done' },
        },
        {
          title: 'the name of a lead is not hidden',
          as: as.ada,
          sql: change('name', 'archived_at = now()'),
          expect: { refused: 'lead_fields_stay' },
        },
        {
          title: 'a key with a capital letter is one of the portal',
          as: as.ada,
          sql: `insert into lead_fields (key, kind, name, place, changed_at)
            values ('secondPhone', 'phone', 'Second', 99, '${monday}')`,
          expect: { refused: 'lead_fields_key' },
        },
        {
          title: 'a way to reach the client is not hidden',
          as: as.ada,
          sql: `${change('email', 'archived_at = now()')}; ${change('phone', 'archived_at = now()')}`,
          expect: { refused: 'lead_fields_stay' },
        },
        {
          title: 'the telephone can take the place of the e-mail, and the company is not needed',
          as: as.ada,
          sql: `${change('email', 'archived_at = now()')}; ${change('company', 'required = false')} returning 'done'`,
          expect: { value: 'done' },
        },
      ],
    },
  },
}

/** Written after the leads that they are about. */
export const staffFieldTables: Catalogue['tables'] = {
  lead_staff_fields: {
    rights: { insert: ['leads'], update: ['leads'] },
    rows: {
      "of Marie's lead": { lead_id: idOf(41), fields: { margin: 'a fifth' } },
      "of Karim's lead": { lead_id: idOf(43), fields: {} },
    },
    access: { system: everything, admin: everything },
    triggers: {
      check_staff_fields: [
        {
          title: 'what partners may see does not stand among what they do not',
          as: as.ada,
          sql: setHidden('{"region": "Nord"}'),
          expect: { refused: 'leads_fields_known' },
        },
        {
          title: 'a field that staff do not fill in is not filled in by them',
          as: as.ada,
          setup: change('margin', 'staff_edits = false, on_introductions = true'),
          sql: setHidden('{"margin": "more"}'),
          expect: { refused: 'leads_fields_edited' },
        },
        {
          title: 'a value is checked where partners do not see it, too',
          as: as.ada,
          sql: setHidden('{"margin": 7}'),
          expect: { refused: 'leads_fields_fit' },
        },
        {
          title: 'a search of staff knows what partners do not see',
          as: as.ada,
          setup: `${change('margin', 'searchable = true')}; ${setHidden('{"margin": "Été"}')}`,
          sql: `select search_text from lead_staff_fields where lead_id = '${idOf(41)}'`,
          expect: { value: ' ete' },
        },
      ],
      check_required_hidden: [
        {
          title: 'what is required is not emptied where partners do not see it',
          as: as.ada,
          setup: change('margin', 'required = true'),
          sql: setHidden('{}'),
          expect: { refused: 'leads_required' },
        },
      ],
      note_staff_fields: [
        {
          title: 'a field that partners do not see has been used',
          as: as.ada,
          setup: `${change('margin', 'used_at = null')}; ${setHidden('{"margin": "more"}')}`,
          sql: "select used_at is not null from lead_fields where key = 'margin'",
          expect: { value: true },
        },
      ],
    },
  },
}

const setFields = (fields: string) => `update leads set fields = '${fields}' where id = '${idOf(41)}'`
const added = (
  fields: string,
) => `insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type, fields,
  created_at, updated_at)
  values ('${idOf(99)}', '${marie}', 'Neuf', 'Neuf SARL', 'n@client.fr', 700, 'star', '${fields}', '${monday}', '${monday}')`

/** Facts of the triggers on leads. */
export const fieldFacts = {
  check_new_fields: [
    {
      title: 'a new lead has no field that partners know nothing of',
      as: as.marie,
      sql: added('{"margin": "all"}'),
      expect: { refused: 'leads_fields_known' },
    },
    {
      title: 'nor one that there is not',
      as: as.ada,
      sql: added('{"roof": "red"}'),
      expect: { refused: 'leads_fields_known' },
    },
  ],
  check_fields: [
    {
      title: 'a value of another kind is refused',
      as: as.marie,
      sql: setFields('{"region": 7}'),
      expect: { refused: 'leads_fields_fit' },
    },
    {
      title: 'a partner does not fill in what partners read',
      as: as.marie,
      setup: change('region', "partner_access = 'reads'"),
      sql: setFields('{"region": "Nord"}'),
      expect: { refused: 'leads_fields_edited' },
    },
    {
      title: 'nor empties it',
      as: as.marie,
      setup: `${setFields('{"region": "Nord"}')}; ${change('region', "partner_access = 'reads'")}`,
      sql: setFields('{}'),
      expect: { refused: 'leads_fields_edited' },
    },
    {
      title: 'nobody fills in a field that is archived',
      as: as.ada,
      sql: setFields('{"floor": "2"}'),
      expect: { refused: 'leads_fields_known' },
    },
    {
      title: 'a value that stays is not checked again',
      as: as.marie,
      setup: `${setFields('{"region": "Nord"}')}; ${change('region', 'archived_at = now()')}`,
      sql: `${setFields('{"region": "Nord", "source": "Salon"}')} returning 'done'`,
      expect: { value: 'done' },
    },
  ],
  check_new_required: [
    {
      title: 'a new lead has what is required of it',
      as: as.marie,
      setup: change('region', 'required = true'),
      sql: added('{"source": "Salon"}'),
      expect: { refused: 'leads_required' },
    },
    {
      title: 'of what the side of whoever adds it fills in',
      as: as.marie,
      setup: change('region', "required = true, partner_access = 'reads'"),
      sql: `${added('{"source": "Salon"}')} returning 'done'`,
      expect: { value: 'done' },
    },
    {
      title: 'a company too, as long as it is required',
      as: as.ada,
      sql: added('{}').replace("'Neuf SARL'", "''"),
      expect: { refused: 'leads_required' },
    },
    {
      title: 'and no company where it is not',
      as: as.marie,
      setup: change('company', 'required = false'),
      sql: `${added('{}').replace("'Neuf SARL'", "''")} returning 'done'`,
      expect: { value: 'done' },
    },
    {
      title: 'a lead reaches its client',
      as: as.marie,
      setup: change('email', 'required = false'),
      sql: added('{}').replace("'n@client.fr'", "''"),
      expect: { refused: 'leads_client_reached' },
    },
  ],
  check_required: [
    {
      title: 'what is required is not emptied',
      as: as.marie,
      setup: `${setFields('{"region": "Nord"}')}; ${change('region', 'required = true')}`,
      sql: setFields('{"source": "Salon"}'),
      expect: { refused: 'leads_required' },
    },
    {
      title: 'what was empty before is not asked for with every change',
      as: as.marie,
      setup: change('region', 'required = true'),
      sql: `${setFields('{"source": "Salon"}')} returning 'done'`,
      expect: { value: 'done' },
    },
    {
      title: 'a lead enters a stage with what it needs there',
      as: as.marie,
      setup: change('region', "required = true, required_from = 'premier_contact'"),
      sql: `update leads set status = 'call_effectue' where id = '${idOf(41)}'`,
      expect: { refused: 'leads_required' },
    },
    {
      title: 'a lost lead needs nothing',
      as: as.marie,
      setup: change('region', "required = true, required_from = 'premier_contact'"),
      sql: `update leads set status = 'refuse' where id = '${idOf(41)}' returning 'done'`,
      expect: { value: 'done' },
    },
  ],
  check_new_hidden: [
    {
      title: 'staff add a lead with what partners do not see, where it is required',
      as: as.ada,
      setup: change('margin', 'required = true'),
      sql: added('{}'),
      expect: { refused: 'leads_required' },
    },
    {
      title: 'it may follow in the same change',
      as: as.ada,
      setup: change('margin', 'required = true'),
      sql: `${added('{}')}; insert into lead_staff_fields (lead_id, fields) values ('${idOf(99)}', '{"margin": "half"}')
        returning 'done'`,
      expect: { value: 'done' },
    },
  ],
  check_entered_hidden: [
    {
      title: 'staff move a lead with it',
      as: as.ada,
      setup: `${change('margin', "required = true, required_from = 'premier_contact'")}; ${setHidden('{}')}`,
      sql: `update leads set status = 'premier_contact' where id = '${idOf(41)}'`,
      expect: { refused: 'leads_required' },
    },
  ],
  keep_lead_keys: [
    {
      title: 'company and telephone are compared as they are now',
      as: as.marie,
      setup: `update leads set company = 'Dupont SARL', phone = '01 02 03 04 05' where id = '${idOf(41)}'`,
      sql: `select company_key || ' ' || phone_key from leads where id = '${idOf(41)}'`,
      expect: { value: 'dupont 33102030405' },
    },
    {
      title: 'a search knows name, company, address and the fields that are searched',
      as: as.marie,
      setup: `${change('region', 'searchable = true')}; ${setFields('{"region": "Été", "source": "Salon"}')}`,
      sql: `select search_text from leads where id = '${idOf(41)}'`,
      expect: { value: 'paul paul sarl paul@client.fr ete' },
    },
  ],
  note_new_fields: [
    {
      title: 'a field of a new lead has been used',
      as: as.marie,
      setup: added('{"source": "Salon"}'),
      sql: "select used_at is not null from lead_fields where key = 'source'",
      expect: { value: true },
    },
  ],
  note_fields: [
    {
      title: 'a field that a lead has can no longer be deleted',
      as: as.ada,
      setup: setFields('{"source": "Salon"}'),
      sql: "with gone as (delete from lead_fields where key = 'source' returning 1) select count(*)::integer from gone",
      expect: { value: 0 },
    },
  ],
} satisfies Readonly<Record<string, readonly Fact[]>>

const isForProgramme = { 'the right to the programme': [`not app.has_right('programme')`, 'false'] } as const
const refusedWithout = (sql: string): Fact => ({
  title: `${sql} asks for the right to the programme`,
  as: as.ada,
  setup: withoutRights,
  sql: `select ${sql}`,
  expect: { refused: '42501' },
})
const hide = `${setFields('{"region": "Nord"}')}; ${change('region', "partner_access = 'none'")}`

const hiddenInLists = change('margin', 'in_list = true')
const shownInLists = `select concat(case when (s ->> 'hasHidden')::boolean then 'yes' else 'no' end, ' ',
  case when s -> 'fields' ? 'margin' then 'yes' else 'no' end) from app.lead_list_settings() s`

export const fieldFunctions: Catalogue['functions'] = {
  'app.lead_list_settings()': {
    facts: [
      {
        title: 'staff learn that lists show a field that partners do not see',
        as: as.ada,
        setup: hiddenInLists,
        sql: shownInLists,
        expect: { value: 'yes yes' },
      },
      { title: 'a partner does not', as: as.marie, setup: hiddenInLists, sql: shownInLists, expect: { value: 'no no' } },
    ],
  },
  'app.move_field_values(text)': {
    facts: [
      refusedWithout("app.move_field_values('region')"),
      {
        title: 'values that are hidden leave the lead',
        as: as.ada,
        setup: hide,
        sql: `select app.move_field_values('region'); select jsonb_build_array(
          (select fields from leads where id = '${idOf(41)}'),
          (select fields ->> 'region' from lead_staff_fields where lead_id = '${idOf(41)}'))`,
        expect: { value: [{}, 'Nord'] },
      },
    ],
    checks: isForProgramme,
  },
  'app.search_field_values(text)': {
    facts: [refusedWithout("app.search_field_values('region')")],
    checks: isForProgramme,
  },
  'app.hold_field_values()': {
    facts: [refusedWithout('app.hold_field_values()')],
    checks: isForProgramme,
  },
  'app.write_field_values(text,jsonb)': {
    facts: [refusedWithout("app.write_field_values('region', '[]')")],
    checks: isForProgramme,
  },
}
