import { builtInFields } from '#leads/fields/domain/fields.ts'
import { type Catalogue, everything, type Row } from './catalogue.ts'
import { as, monday } from './people.ts'

const own = (key: string, place: number, more: object = {}): Row => ({
  ...{ key, kind: 'text', name: key, place, changed_at: monday },
  ...more,
})
const required = ['name', 'company', 'email', 'estimatedAmountCents', 'offerType']
const builtIn = Object.entries(builtInFields).map(([key, kind], index): [string, Row] => [
  `${key}, which every lead has`,
  { key, kind, name: '', required: required.includes(key), place: index + 1, changed_at: monday },
])
const editable = [
  ...['kind', 'name', 'names', 'help', 'helps', 'options', 'required', 'required_from', 'partner_access', 'staff_edits'],
  ...['on_introductions', 'searchable', 'on_card', 'in_list', 'place'],
].join(', ')
const change = (key: string, set: string) => `update lead_fields set ${set} where key = '${key}'`
const names = builtIn.map(([label]) => label)

export const fieldTables: Catalogue['tables'] = {
  lead_fields: {
    rights: { insert: ['programme'], update: ['programme'], delete: ['programme'] },
    policies: [
      'right_to_delete to admin',
      'rights to admin',
      'system_reads to system',
      'admin_all to admin',
      'seen_reads to partner',
    ],
    grants: {
      system: ['select'],
      admin: ['select', `insert (key, ${editable}, changed_at)`, `update (${editable}, put_away_at, changed_at)`, 'delete'],
      partner: ['select'],
    },
    rows: {
      ...Object.fromEntries(builtIn),
      'Region, which a lead has': own('region', 9, { used_at: monday, on_card: true }),
      'Source, which no lead has': own('source', 10, { on_card: true }),
      'Margin, which partners know nothing of': own('margin', 11, { partner_access: 'none' }),
      'Floor, archived': own('floor', 12, { put_away_at: monday, on_card: true }),
    },
    access: {
      system: { select: 'all' },
      admin: {
        ...everything,
        delete: ['Source, which no lead has', 'Margin, which partners know nothing of', 'Floor, archived'],
      },
      partner: { select: [...names, 'Region, which a lead has', 'Source, which no lead has', 'Floor, archived'] },
    },
    triggers: {
      check_fields: [
        {
          title: 'a card shows two fields at most',
          as: as.ada,
          sql: change('floor', 'put_away_at = null'),
          expect: { refused: 'lead_fields_on_card' },
        },
        {
          title: 'one can take the place of another on the card',
          as: as.ada,
          sql: `${change('floor', 'put_away_at = null')}; ${change('source', 'on_card = false')} returning 'done'`,
          expect: { value: 'done' },
        },
        {
          title: 'the name of a lead is not hidden',
          as: as.ada,
          sql: change('name', 'put_away_at = now()'),
          expect: { refused: 'lead_fields_stay' },
        },
        {
          title: 'a way to reach the client stays required',
          as: as.ada,
          sql: change('email', 'required = false'),
          expect: { refused: 'lead_fields_stay' },
        },
        {
          title: 'the telephone can take the place of the e-mail',
          as: as.ada,
          sql: `${change('email', 'put_away_at = now()')}; ${change('phone', 'required = true')} returning 'done'`,
          expect: { value: 'done' },
        },
      ],
    },
  },
}

export const fieldFunctions: Catalogue['functions'] = {
  'app.options_fit(jsonb)': { execute: 'everybody' },
  'app.check_fields()': { execute: 'everybody', checks: null },
}
