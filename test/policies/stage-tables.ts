import { type Catalogue, everything, type Fact, type Row } from './catalogue.ts'
import { as, idOf, marie, monday } from './people.ts'

const stage = (key: string, place: number, more: object = {}): Row => ({
  key,
  name: key,
  names: {},
  colour: 'blue',
  place,
  changed_at: monday,
  ...more,
})
const leadIn = (status: string, amount = 700) => `insert into leads (id, partner_id, name, company, email,
  estimated_amount_cents, offer_type, status, created_at, updated_at)
  values ('${idOf(99)}', '${marie}', 'Neuf', 'Neuf SARL', 'n@client.fr', ${amount}, 'star', '${status}', '${monday}',
  '${monday}')`
const moveTo = (status: string) => `update leads set status = '${status}', updated_at = now() where id = '${idOf(99)}'`

export const stageTables: Catalogue['tables'] = {
  lead_stages: {
    rights: { insert: ['programme'], update: ['programme'], delete: ['programme'] },
    rows: {
      Nouveau: stage('nouveau', 1),
      'En cours': stage('premier_contact', 2),
      Appel: stage('call_effectue', 3, { counts_as_call: true }),
      Signé: stage('signe', 4),
      Perdu: stage('refuse', 5),
      'Devis, archived': stage('devis', 6, { archived_at: monday, merged_into: 'call_effectue' }),
    },
    access: {
      system: { select: 'all' },
      // No lead was in them, and no other stage went into them.
      admin: { ...everything, delete: ['En cours', 'Devis, archived'] },
      partner: { select: 'all' },
    },
    triggers: {
      check_stages: [
        {
          title: 'a board has two open stages at least',
          as: as.ada,
          sql: "update lead_stages set archived_at = now() where key in ('nouveau', 'premier_contact')",
          expect: { refused: 'lead_stages_number' },
        },
        {
          title: 'the won stage stays',
          as: as.ada,
          sql: "update lead_stages set archived_at = now() where key = 'signe'",
          expect: { refused: 'lead_stages_number' },
        },
        {
          title: 'a lost stage stays',
          as: as.ada,
          sql: "update lead_stages set archived_at = now() where key = 'refuse'",
          expect: { refused: 'lead_stages_number' },
        },
        {
          title: 'open stages come before the won one',
          as: as.ada,
          sql: "update lead_stages set place = 10 where key = 'nouveau'",
          expect: { refused: 'lead_stages_order' },
        },
      ],
    },
  },
}

/** Facts of the triggers on leads. */
export const stageFacts = {
  check_new_stage: [
    {
      title: 'none begins in a stage that is archived',
      as: as.marie,
      sql: leadIn('devis'),
      expect: { refused: 'leads_stage_open' },
    },
    { title: 'nor in one that does not exist', as: as.marie, sql: leadIn('or'), expect: { refused: 'leads_status' } },
    {
      title: 'a partner adds none into a stage that is closed to them',
      as: as.marie,
      setup: "update lead_stages set partner_enters = false where key = 'call_effectue'",
      sql: leadIn('call_effectue'),
      expect: { refused: 'leads_stage_passes' },
    },
  ],
  check_stage: [
    {
      title: 'a partner moves none where staff alone move leads',
      as: as.marie,
      setup: `update lead_stages set partner_enters = false where key = 'call_effectue'; ${leadIn('nouveau')}`,
      sql: moveTo('call_effectue'),
      expect: { refused: 'leads_stage_passes' },
    },
    {
      title: 'nor out of a stage that staff alone move leads out of',
      as: as.marie,
      setup: `update lead_stages set partner_leaves = false where key = 'nouveau'; ${leadIn('nouveau')}`,
      sql: moveTo('call_effectue'),
      expect: { refused: 'leads_stage_passes' },
    },
    {
      title: 'staff move none where partners alone move leads',
      as: as.ada,
      setup: `update lead_stages set staff_enters = false where key = 'call_effectue'; ${leadIn('nouveau')}`,
      sql: moveTo('call_effectue'),
      expect: { refused: 'leads_stage_passes' },
    },
    {
      title: 'a lead without an amount does not enter where one is asked for',
      as: as.marie,
      setup: `update lead_stages set asks = 'amount' where key = 'call_effectue'; ${leadIn('nouveau', 0)}`,
      sql: moveTo('call_effectue'),
      expect: { refused: 'leads_stage_asks' },
    },
    {
      title: 'a lead without a file does not enter where one is asked for',
      as: as.marie,
      setup: `update lead_stages set asks = 'file' where key = 'call_effectue'; ${leadIn('nouveau')}`,
      sql: moveTo('call_effectue'),
      expect: { refused: 'leads_stage_asks_file' },
    },
    {
      title: 'a lead came into its stage when it last moved, whatever is said',
      as: as.marie,
      setup: leadIn('nouveau'),
      sql: `update leads set status = 'call_effectue', updated_at = '2026-05-01T08:00:00Z' where id = '${idOf(99)}'
        returning to_char(stage_since at time zone 'UTC', 'YYYY-MM-DD')`,
      expect: { value: '2026-05-01' },
    },
    {
      title: 'no lead enters a stage that is archived',
      as: as.ada,
      setup: leadIn('nouveau'),
      sql: moveTo('devis'),
      expect: { refused: 'leads_stage_open' },
    },
  ],
} satisfies Readonly<Record<string, readonly Fact[]>>

export const stageFunctions: Catalogue['functions'] = {}
