import type { Fact } from './catalogue.ts'
import { ada, alan, as, gone, idOf, karim, marie, monday, tuesday } from './people.ts'

const [paul, anne, luc] = [41, 42, 43].map(idOf) as [string, string, string]
const left = { left_at: monday, consent_text: 'J’accepte', consent_sha256: 'a'.repeat(64) }

const byPolicy = { refused: '42501' } as const
/** Were this table open to every partner: each policy holds without those of the tables that it looks into. */
const opened = (table: string) => `create policy opened on ${table} for select to passerelle_partner using (true)`
/** Ada looks after partners, and neither pays nor decides about staff. */
const managing = `update user_roles set staff_role = 'partner_manager' where user_id = '${ada}'`

/** The question of this number once more, with one thing changed. */
const askedOtherwise = (title: string, actor: (typeof as)[keyof typeof as], of: number, changed: object): Fact => ({
  title,
  as: actor,
  sql: `insert into client_confirmations
    select (jsonb_populate_record(c, '${JSON.stringify({ id: idOf(959), ...changed })}')).* from client_confirmations c
      where id = '${idOf(of)}'`,
  expect: { refused: '42501' },
})
export const questionsRefused: readonly Fact[] = [
  askedOtherwise('a partner asks only the lead’s own client', as.marie, 931, { lead_id: anne }),
  askedOtherwise('a partner asks only about the lead’s company', as.marie, 931, { company: 'Autre' }),
  askedOtherwise('a partner asks only at the lead’s address', as.marie, 931, { email: 'autre@client.fr' }),
  askedOtherwise('a partner asks only for themselves', as.marie, 931, { partner_id: karim }),
  askedOtherwise('a partner asks in nobody else’s name', as.marie, 931, { asked_by: ada }),
  askedOtherwise('a partner says for no client that they left their details', as.marie, 931, left),
  askedOtherwise('staff ask only the lead’s own client', as.ada, 934, { lead_id: paul }),
  askedOtherwise('staff ask only for the lead’s partner', as.ada, 934, { partner_id: marie }),
  askedOtherwise('staff ask only about the lead’s company', as.ada, 934, { company: 'Autre' }),
  askedOtherwise('staff ask only at the lead’s address', as.ada, 934, { email: 'autre@client.fr' }),
  askedOtherwise('staff answer for no client', as.ada, 934, { answer: 'yes', answered_at: tuesday }),
  askedOtherwise('staff say for no client that they left their details', as.ada, 934, left),
  {
    title: 'a partner asks only about a lead of their own, whatever they may read of others',
    as: as.marie,
    setup: opened('leads'),
    sql: `insert into client_confirmations select (jsonb_populate_record(c, jsonb_build_object(
        'id', '${idOf(959)}', 'lead_id', l.id, 'email', l.email, 'company', l.company))).*
      from client_confirmations c, leads l where c.id = '${idOf(931)}' and l.id = '${luc}'`,
    expect: byPolicy,
  },
  {
    title: 'nor do they read the answer about a lead that is another’s now',
    as: as.marie,
    setup: opened('leads'),
    sql: `select count(*)::int from client_confirmations where id = '${idOf(937)}'`,
    expect: { value: 0 },
  },
  {
    title: 'staff who ask again give no answer',
    as: as.ada,
    sql: `update client_confirmations set asked_by = '${ada}', answer = 'yes', answered_at = '${tuesday}'
      where id = '${idOf(934)}'`,
    expect: byPolicy,
  },
  {
    title: 'a partner who asks again hands no question to another',
    as: as.marie,
    sql: `update client_confirmations set partner_id = '${karim}'`,
    expect: byPolicy,
  },
  {
    title: 'nor asks again in another’s name',
    as: as.marie,
    sql: `update client_confirmations set asked_by = '${ada}' where id = '${idOf(931)}'`,
    expect: byPolicy,
  },
]

export const documentsRefused: readonly Fact[] = [
  {
    title: 'partners upload no document for another',
    as: as.marie,
    sql: `insert into vigilance_documents
      select (jsonb_populate_record(d, '{"id": "${idOf(959)}", "partner_id": "${karim}"}')).* from vigilance_documents d
        where id = '${idOf(241)}'`,
    expect: byPolicy,
  },
  {
    title: 'nor hand one to another',
    as: as.marie,
    sql: `update vigilance_documents set partner_id = '${karim}', status = 'received'`,
    expect: byPolicy,
  },
]

/** An insert that staff would make for themselves. */
export const ownRefused = (title: string, sql: string): Fact => ({ title, as: as.ada, sql, expect: byPolicy })

export const othersLinkUnreached: Fact = {
  title: 'partners change no link of another',
  as: as.marie,
  setup: `update introduction_links set disabled_at = null, disabled_by = null where partner_id = '${karim}'`,
  sql: `with changed as (update introduction_links set paused_at = '${tuesday}' returning 1) select count(*)::int from changed`,
  expect: { value: 1 },
}

/** What partners read because something else is theirs: as much, if they could read all of that. */
const readWith = (table: string, through: string, count: number): readonly Fact[] => [
  {
    title: `partners read only what is theirs, were ${through} open to them`,
    as: as.marie,
    setup: opened(through),
    sql: `select count(*)::int from ${table}`,
    expect: { value: count },
  },
]
export const signaturesHidden = readWith('signatures', 'contracts', 3)
export const clientPaymentsHidden = readWith('client_payments', 'leads', 1)
export const leadTermsHidden = readWith('lead_terms', 'leads', 1)
export const contractTextsHidden = readWith('contract_texts', 'contracts', 1)
export const leadSharesHidden = readWith('lead_shares', 'leads', 2)
export const leadCommentsHidden: readonly Fact[] = [
  ...readWith('lead_comments', 'leads', 7),
  {
    title: 'nor do they write about a lead of another',
    as: as.marie,
    setup: opened('leads'),
    sql: `insert into lead_comments (id, lead_id, author_id, body, created_at)
      values ('${idOf(959)}', '${luc}', '${marie}', 'Intrus', '${monday}')`,
    expect: byPolicy,
  },
]
export const leadFilesHidden: readonly Fact[] = [
  ...readWith('lead_files', 'leads', 2),
  {
    title: 'nor do they add to a lead of another',
    as: as.marie,
    setup: opened('leads'),
    sql: `insert into lead_files (id, lead_id, file_id, added_by, of_staff, added_at)
      values ('${idOf(959)}', '${luc}', '${idOf(222)}', '${marie}', false, '${monday}')`,
    expect: byPolicy,
  },
  {
    title: 'nor take their own file from it',
    as: as.marie,
    setup: `${opened('leads')}; ${opened('lead_files')}`,
    sql: `delete from lead_files where id = '${idOf(534)}'; reset role;
      select count(*)::int from lead_files where id = '${idOf(534)}'`,
    expect: { value: 1 },
  },
]
export const signingsRefused: readonly Fact[] = [
  {
    title: 'a partner signs no lead of another, were leads open to them',
    as: as.marie,
    setup: opened('leads'),
    sql: `insert into lead_signings
      select (jsonb_populate_record(s, '${JSON.stringify({ lead_id: luc })}')).* from lead_signings s
      where partner_id = '${marie}' limit 1`,
    expect: byPolicy,
  },
  {
    title: 'a partner takes over no lead',
    as: as.marie,
    setup: `delete from commissions where lead_id = '${idOf(42)}'`,
    sql: `insert into lead_signings
      select (jsonb_populate_record(s, '${JSON.stringify({ lead_id: idOf(42), ended_on: '2026-03-10' })}')).* from lead_signings s
      where partner_id = '${marie}' limit 1`,
    expect: byPolicy,
  },
  {
    title: 'nor a client who is another’s since before',
    as: as.marie,
    setup: `delete from commissions where lead_id = '${idOf(42)}'`,
    sql: `insert into lead_signings
      select (jsonb_populate_record(s, '${JSON.stringify({ lead_id: idOf(42), ended_on: null, client_since: '2026-03-01' })}')).*
      from lead_signings s where partner_id = '${marie}' limit 1`,
    expect: byPolicy,
  },
]
export const formerEventsHidden: readonly Fact[] = [
  {
    title: 'what was told about a lead of another stays hidden, were registrations open to partners',
    as: as.marie,
    setup: `${opened('lead_registrations')};
      update events set subject_id = '${luc}' where id = '${idOf(143)}';
      update lead_registrations set former_partners = array['${ada}'::uuid] where lead_id = '${luc}'`,
    sql: `select count(*)::int from events where id = '${idOf(143)}'`,
    expect: { value: 0 },
  },
]

/** A line of Marie's with these columns. */
const line = (values: Readonly<Record<string, string>>) =>
  `insert into commissions (id, partner_id, lead_id, revenue_cents, commission_rate, tier_name, amount_cents, created_at,
    ${Object.keys(values).join(', ')})
  values ('${idOf(88)}', '${marie}', '${idOf(42)}', 1000, 15, 'Bronze', 150, '${tuesday}',
    ${Object.values(values)
      .map((value) => `'${value}'`)
      .join(', ')})`
const reason = JSON.stringify({ why: 'bonus_lost' })
const takenBack = { kind: 'clawback', status: 'valide', reason }
export const commissionsRefused: readonly Fact[] = [
  { title: 'partners add none that is held', as: as.marie, sql: line({ held_reason: 'Doute' }), expect: byPolicy },
  { title: 'partners add none that counts', as: as.marie, sql: line({ status: 'valide' }), expect: byPolicy },
  { title: 'nor a fixed sum without a rule', as: as.marie, sql: line({ kind: 'fixed' }), expect: byPolicy },
  { title: 'nor the part of a payment', as: as.marie, sql: line({ kind: 'payment', reason }), expect: byPolicy },
  { title: 'of what counts, nor what is paid', as: as.marie, sql: line({ ...takenBack, status: 'paye' }), expect: byPolicy },
  { title: 'nor a bonus', as: as.marie, sql: line({ ...takenBack, kind: 'bonus' }), expect: byPolicy },
  {
    title: 'nor what is taken back for another reason than a lost bonus',
    as: as.marie,
    sql: line({ ...takenBack, reason: JSON.stringify({ why: 'refund' }) }),
    expect: byPolicy,
  },
  {
    title: 'who has the right to leads alone changes no commission into one that counts',
    as: as.ada,
    setup: managing,
    sql: `update commissions set status = 'valide', validated_at = '${tuesday}', payable_by = '${tuesday}'
      where id = '${idOf(51)}'`,
    expect: byPolicy,
  },
  {
    title: 'nor deletes one that counts',
    as: as.ada,
    setup: managing,
    sql: `with gone as (delete from commissions where id = '${idOf(53)}' returning id) select count(*)::int from gone`,
    expect: { value: 0 },
  },
]

export const staffWithoutTeam: readonly Fact[] = [
  {
    title: 'who looks after partners changes nobody of staff',
    as: as.ada,
    setup: managing,
    sql: `update profiles set full_name = 'Alan Autre' where user_id = '${alan}'`,
    expect: byPolicy,
  },
]

export const rolesWithoutTeam: readonly Fact[] = [
  {
    title: 'who looks after partners makes nobody staff',
    as: as.ada,
    setup: managing,
    sql: `insert into user_roles (user_id, role, staff_role) values ('${gone}', 'admin', 'viewer')`,
    expect: byPolicy,
  },
  {
    title: 'nor takes anybody from the staff',
    as: as.ada,
    setup: managing,
    sql: `with gone as (delete from user_roles where user_id = '${alan}' returning user_id) select count(*)::int from gone`,
    expect: { value: 0 },
  },
]

export const uploadsRefused: readonly Fact[] = [
  {
    title: 'what people of another company sent stays theirs, were all memberships open to partners',
    as: as.marie,
    setup: `${opened('partner_members')}; update files set uploaded_by = '${karim}' where id = '${idOf(227)}'`,
    sql: `select count(*)::int from files where id = '${idOf(227)}'`,
    expect: { value: 0 },
  },
  {
    title: 'a colleague’s invoice is not read by somebody without the company’s money',
    as: as.nadia,
    sql: `select count(*)::int from files where id = '${idOf(222)}'`,
    expect: { value: 0 },
  },
  {
    title: 'what somebody sent before they came is not their company’s',
    as: as.marie,
    setup: `update files set uploaded_by = '${idOf(6)}', created_at = '${monday}'::timestamptz - interval '1 day'
      where id = '${idOf(227)}'`,
    sql: `select count(*)::int from files where id = '${idOf(227)}'`,
    expect: { value: 0 },
  },
  {
    title: 'nor what they sent after they left',
    as: as.marie,
    setup: `update files set uploaded_by = '${idOf(7)}', created_at = '${tuesday}'::timestamptz + interval '1 day'
      where id = '${idOf(227)}'`,
    sql: `select count(*)::int from files where id = '${idOf(227)}'`,
    expect: { value: 0 },
  },
  {
    title: 'what they sent meanwhile is',
    as: as.marie,
    setup: `update files set uploaded_by = '${idOf(7)}' where id = '${idOf(227)}'`,
    sql: `select count(*)::int from files where id = '${idOf(227)}'`,
    expect: { value: 1 },
  },
  {
    title: 'partners add no file for another purpose',
    as: as.marie,
    sql: `insert into files select (jsonb_populate_record(f, '{"id": "${idOf(98)}", "purpose": "contract"}')).* from files f
      where id = '${idOf(222)}'`,
    expect: { refused: '42501' },
  },
  {
    title: 'a partner’s upload for another purpose is not theirs to read',
    as: as.marie,
    setup: `update files set purpose = 'contract' where id = '${idOf(222)}'`,
    sql: `select count(*)::int from files where id = '${idOf(222)}'`,
    expect: { value: 0 },
  },
]
