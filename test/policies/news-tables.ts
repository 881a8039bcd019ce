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

interface SampleEvent {
  readonly id: number
  readonly name: string
  readonly actor: string | null
  readonly at: string
}

/** Records events about Marie's lead 41, takes them into the journal in this order, and marks. */
const followed = (...events: readonly SampleEvent[]) =>
  [
    ...events.map(({ id, name, actor, at }) => {
      const actorId = actor ? `'${actor}'` : 'null'
      return `insert into events (id, name, occurred_at, actor_id, subject_id, partner_id, audience)
        values ('${idOf(id)}', '${name}', '${at}', ${actorId}, '${idOf(41)}', '${marie}', 'partner')`
    }),
    ...events.map(
      ({ id, name }) => `insert into journal
        select seq + 1, '${idOf(id)}', now(), now(), '${name}', record_hash, hash, sha256(hash)
        from journal order by seq desc limit 1`,
    ),
    'select app.mark_unread()',
  ].join('; ')

/** Nothing is unread, and everything until now is marked. */
const nothingUnread = `delete from unread_leads;
  update unread_head set journal_seq = (select max(seq) from journal), marked_events = (select max(seq) from events)`
const readers = `select coalesce(string_agg(user_id::text, ',' order by user_id), '') from unread_leads
  where lead_id = '${idOf(41)}'`

/** An event about Marie's lead 41, and then those who have a mark of it. */
const marked = (title: string, name: string, actor: string | null, expected: readonly string[]): Fact => ({
  title,
  as: as.system,
  setup: nothingUnread,
  sql: `${followed({ id: 901, name, actor, at: noon })}; ${readers}`,
  expect: { value: expected.join() },
})

const commented = { id: 901, name: 'lead.commented', actor: ada, at: monday }
const moved = { id: 901, name: 'lead.moved', actor: ada, at: monday }
const accepted = { id: 902, name: 'registration.accepted', actor: ada, at: tuesday }
const latest = `select event_name || ' ' || (since = '${monday}') || ' ' || (latest_at = '${tuesday}') from unread_leads`

const marks: readonly Fact[] = [
  marked('what a partner says is unread for all staff', 'lead.commented', marie, [ada, alan]),
  marked('what staff say is unread for the partner', 'lead.commented', ada, [marie]),
  marked('what the portal does is unread for the partner', 'lead.moved', null, [marie]),
  marked('a lead that staff add is no news', 'lead.created', ada, []),
  marked('a lead that comes by itself is news to both', 'lead.created', null, [marie, ada, alan]),
  marked('what a client says is news to both', 'lead.client_answered', null, [marie, ada, alan]),
  marked('an accepted registration is unread for its partner', 'registration.accepted', ada, [marie]),
  marked('a lead that is shared is unread for its partner', 'lead.shared', ada, [marie]),
  marked('the end of a protection that is near is unread for its partner', 'registration.reminded', null, [marie]),
  marked('an edit is no news', 'lead.changed', ada, []),
  {
    title: 'a second event moves the mark up and keeps since when it is unread',
    as: as.system,
    setup: nothingUnread,
    sql: `${followed(moved)}; ${followed(accepted)}; ${latest}`,
    expect: { value: 'registration.accepted true true' },
  },
  {
    title: 'and so it does where both are marked at once',
    as: as.system,
    setup: nothingUnread,
    sql: `${followed(moved, accepted)}; ${latest}`,
    expect: { value: 'registration.accepted true true' },
  },
  {
    title: 'what was committed late moves the mark back, not down',
    as: as.system,
    setup: nothingUnread,
    sql: `${followed(accepted)}; ${followed(moved)}; ${latest}`,
    expect: { value: 'registration.accepted true true' },
  },
  {
    title: 'a message has a mark of its own beside that of everything else',
    as: as.system,
    setup: nothingUnread,
    sql: `${followed(commented, { ...accepted, name: 'lead.moved' })};
      select string_agg(part || ' ' || event_name, ', ' order by part) from unread_leads`,
    expect: { value: 'details lead.moved, messages lead.commented' },
  },
  {
    title: 'what was marked is not marked again once it is read',
    as: as.system,
    setup: nothingUnread,
    sql: `${followed(moved)}; delete from unread_leads; select app.mark_unread(); ${readers}`,
    expect: { value: '' },
  },
  {
    title: 'what was marked in the transaction that recorded it is not marked again by the journal',
    as: as.system,
    setup: `${nothingUnread}; update unread_head set marked_events = marked_events + 1000`,
    sql: `${followed(moved)}; ${readers}`,
    expect: { value: '' },
  },
  {
    title: 'what has no lead any more marks nothing and holds nothing up',
    as: as.system,
    setup: `${nothingUnread}`,
    sql: `${followed({ ...moved, id: 903 }).replaceAll(idOf(41), idOf(999))};
      select journal_seq = (select max(seq) from journal) from unread_head`,
    expect: { value: true },
  },
]

const digest = (user_id: string) => ({ user_id, day: '2026-03-03', until: tuesday })
const ofAll = (actor: (typeof as)[keyof typeof as]) => ({
  as: actor,
  sql: `select array_to_string(app.wanted_news(array['lead.created', 'lead.commented']), ',')`,
})
const staffWants = `update notification_choices set news_at_once = array['partner_answered'] where user_id = '${ada}'`

export const newsTables: Catalogue['tables'] = {
  unread_leads: {
    rights: { delete: 'own' },
    rows: { "Marie's": mark(marie, 41), "Karim's": mark(karim, 43), "Ada's": mark(ada, 43), "Alan's": mark(alan, 43) },
    access: {
      system: everything,
      admin: { select: ["Ada's"], delete: ["Ada's"] },
      partner: { select: ["Marie's"], delete: ["Marie's"] },
    },
  },
  unread_head: {
    rows: { row: { id: true, journal_seq: 0, marked_events: 0 } },
    access: { system: { select: 'all' } },
  },
  news_digests: {
    rows: { "Marie's": digest(marie), "Ada's": digest(ada) },
    access: { system: everything },
  },
  news_settings: {
    rights: { update: ['programme'] },
    rows: { row: { id: true, digest_hour: 8 } },
    access: { system: everything, admin: { select: 'all', update: 'all' } },
  },
  data_periods: {
    rights: { update: ['people'] },
    rows: {
      'not confirmed': { id: true },
      'confirmed by Ada': { id: true, confirmed: '{}', confirmed_by: ada, confirmed_at: monday },
      'confirmed by Alan': { id: true, confirmed: '{}', confirmed_by: alan, confirmed_at: monday },
    },
    access: {
      system: everything,
      admin: { select: 'all', update: 'all', becomes: ['not confirmed', 'confirmed by Ada'] },
    },
  },
  reminders: {
    rights: { insert: ['contracts', 'partners'] },
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
  'app.mark_unread()': { facts: marks, checks: null },
  'app.wanted_news(text[])': {
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
