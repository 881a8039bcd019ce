import { type Catalogue, everything, type Fact } from './catalogue.ts'
import { ada, alan, as, idOf, karim, marie, monday, noon, tuesday } from './people.ts'

const mark = (user_id: string, lead: number) => ({
  user_id,
  lead_id: idOf(lead),
  part: 'messages',
  since: monday,
  latest_at: monday,
  event_name: 'lead.commented',
})

/** An event about Marie's lead 41, and then those who have a mark of it. */
const marked = (title: string, name: string, actor: string | null, expected: readonly string[]): Fact => ({
  title,
  as: as.system,
  setup: 'delete from unread_leads',
  sql: `insert into events (id, name, occurred_at, actor_id, subject_id, partner_id, audience)
      values ('${idOf(901)}', '${name}', '${noon}', ${actor ? `'${actor}'` : 'null'}, '${idOf(41)}', '${marie}', 'partner');
    select coalesce(string_agg(user_id::text, ',' order by user_id), '') from unread_leads where lead_id = '${idOf(41)}'`,
  expect: { value: expected.join() },
})

/** Triggers of `events` that mark leads as unread. */
export const newsTriggers = {
  mark_unread: [
    marked('what a partner says is unread for all staff', 'lead.commented', marie, [ada, alan]),
    marked('what staff say is unread for the partner', 'lead.commented', ada, [marie]),
    marked('what the portal does is unread for the partner', 'lead.moved', null, [marie]),
    marked('a lead that staff add is no news', 'lead.created', ada, []),
    marked('a lead that comes by itself is news to both', 'lead.created', null, [marie, ada, alan]),
    marked('what a client says is news to both', 'lead.client_answered', null, [marie, ada, alan]),
    marked('an accepted registration is unread for its partner', 'registration.accepted', ada, [marie]),
    marked('the end of a protection that is near is unread for its partner', 'registration.reminded', null, [marie]),
    marked('an edit is no news', 'lead.changed', ada, []),
    {
      title: 'a second event moves the mark up and keeps since when it is unread',
      as: as.system,
      setup: `delete from unread_leads`,
      sql: `insert into events (id, name, occurred_at, actor_id, subject_id, partner_id, audience) values
          ('${idOf(901)}', 'lead.moved', '${monday}', '${ada}', '${idOf(41)}', '${marie}', 'partner'),
          ('${idOf(902)}', 'registration.accepted', '${tuesday}', '${ada}', '${idOf(41)}', '${marie}', 'partner');
        select event_name || ' ' || (since = '${monday}') || ' ' || (latest_at = '${tuesday}') from unread_leads`,
      expect: { value: 'registration.accepted true true' },
    },
    {
      title: 'a message has a mark of its own beside that of everything else',
      as: as.system,
      setup: `delete from unread_leads`,
      sql: `insert into events (id, name, occurred_at, actor_id, subject_id, partner_id, audience) values
          ('${idOf(901)}', 'lead.commented', '${monday}', '${ada}', '${idOf(41)}', '${marie}', 'partner'),
          ('${idOf(902)}', 'lead.moved', '${tuesday}', '${ada}', '${idOf(41)}', '${marie}', 'partner');
        select string_agg(part || ' ' || event_name, ', ' order by part) from unread_leads`,
      expect: { value: 'details lead.moved, messages lead.commented' },
    },
  ],
} satisfies Readonly<Record<string, readonly Fact[]>>

const digest = (user_id: string) => ({ user_id, day: '2026-03-03', until: tuesday })
const ofAll = (actor: (typeof as)[keyof typeof as]) => ({
  as: actor,
  sql: `select array_to_string(app.wanted_news(array['lead.created', 'lead.commented']), ',')`,
})
const staffWants = `update notification_choices set news_at_once = array['partner_answered'] where user_id = '${ada}'`

export const newsTables: Catalogue['tables'] = {
  unread_leads: {
    rights: { delete: 'own' },
    policies: ['own_reads to admin, partner', 'own_settles to admin, partner', 'system_all to system'],
    // Marks are made by a trigger alone.
    grants: { system: ['select', 'delete'], admin: ['select', 'delete'], partner: ['select', 'delete'] },
    rows: { "Marie's": mark(marie, 41), "Karim's": mark(karim, 43), "Ada's": mark(ada, 43), "Alan's": mark(alan, 43) },
    access: {
      system: everything,
      admin: { select: ["Ada's"], delete: ["Ada's"] },
      partner: { select: ["Marie's"], delete: ["Marie's"] },
    },
  },
  news_digests: {
    policies: ['system_all to system'],
    grants: { system: ['select', 'insert', 'delete'] },
    rows: { "Marie's": digest(marie), "Ada's": digest(ada) },
    access: { system: everything },
  },
  news_settings: {
    rights: { update: ['programme'] },
    policies: ['admin_reads to admin', 'admin_writes to admin', 'rights to admin', 'system_all to system'],
    grants: { system: ['select'], admin: ['select', 'update'] },
    rows: { row: { id: true, digest_hour: 8 } },
    access: { system: everything, admin: { select: 'all', update: 'all' } },
  },
  reminders: {
    rights: { insert: ['contracts', 'partners'] },
    policies: [
      'admin_reads to admin',
      'admin_records to admin',
      'own_read to partner',
      'rights to admin',
      'system_all to system',
    ],
    grants: { system: ['select', 'insert'], admin: ['select', 'insert'], partner: ['select'] },
    rows: {
      'by Ada': { id: idOf(911), invitation_id: idOf(11), sent_at: monday, sent_by: ada },
      'by Alan': { id: idOf(912), invitation_id: idOf(11), sent_at: monday, sent_by: alan },
      "of Marie's contract": { id: idOf(914), contract_id: idOf(81), after_days: 3, sent_at: monday },
      "of Karim's contract": { id: idOf(915), contract_id: idOf(82), after_days: 3, sent_at: monday },
      'by itself': { id: idOf(913), invitation_id: idOf(11), after_days: 3, sent_at: monday },
    },
    access: {
      system: everything,
      admin: { select: 'all', insert: ['by Ada'] },
      partner: { select: ["of Marie's contract"] },
    },
  },
}

export const newsFunctions: Catalogue['functions'] = {
  'app.mark_unread()': { execute: 'everybody', checks: null },
  'app.wanted_news(text[])': {
    execute: ['partner', 'admin', 'system'],
    facts: [
      { title: 'what a partner does costs no job where no staff want it at once', ...ofAll(as.marie), expect: { value: '' } },
      {
        title: 'and one where somebody does',
        setup: staffWants,
        ...ofAll(as.marie),
        expect: { value: 'lead.created,lead.commented' },
      },
      { title: 'what staff say may be wanted by the partner', ...ofAll(as.ada), expect: { value: 'lead.commented' } },
    ],
    checks: null,
  },
}
