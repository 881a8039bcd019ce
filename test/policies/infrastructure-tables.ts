import { type Catalogue, every, everything } from './catalogue.ts'
import { timeZoneTriggers } from './kept-sums.ts'
import { noticeOfMail } from './notice-tables.ts'
import { ada, alan, as, idOf, karim, marie, monday } from './people.ts'
import { formerEventsHidden } from './policy-facts.ts'

const event = (number: number, actor_id: string | null, partner_id: string | null, audience: string) => {
  return { id: idOf(number), name: 'lead.created', occurred_at: monday, actor_id, subject_id: null, partner_id, audience }
}
const answer = (actor_id: string) => ({ actor_id, key: 'once', request_hash: 'x', created_at: monday })

export const infrastructureTables: Catalogue['tables'] = {
  events: {
    rights: { insert: 'own' },
    rows: {
      'by Karim, about the lead that Marie has now': { ...event(141, karim, karim, 'partner'), subject_id: idOf(41) },
      'by Karim, for the staff about that lead': { ...event(142, karim, karim, 'staff'), subject_id: idOf(41) },
      'by Alan, for Ada about that lead': { ...event(143, alan, ada, 'partner'), subject_id: idOf(41) },
      'by Marie, for herself': event(131, marie, marie, 'partner'),
      'by Ada, for Marie': event(132, ada, marie, 'partner'),
      'by Ada, for the staff about Marie': event(133, ada, marie, 'staff'),
      'by Ada, for everyone': event(134, ada, null, 'everyone'),
      'by Marie, for the staff': event(135, marie, null, 'staff'),
      'by Karim, for himself': event(136, karim, karim, 'partner'),
      'by Marie, for Karim': event(137, marie, karim, 'partner'),
      'by Alan, for the staff': event(138, alan, null, 'staff'),
      'by the portal': event(139, null, null, 'staff'),
    },
    policyFacts: formerEventsHidden,
    access: {
      system: { select: 'all', insert: 'all' },
      admin: { select: 'all', insert: ['by Ada, for Marie', 'by Ada, for the staff about Marie', 'by Ada, for everyone'] },
      partner: {
        select: ['by Marie, for herself', 'by Ada, for Marie', 'by Karim, about the lead that Marie has now'],
        insert: ['by Marie, for herself', 'by Marie, for the staff'],
      },
    },
    triggers: {
      announce_event: [
        {
          title: 'every event is announced: what is too long for an announcement is refused',
          as: as.system,
          sql: `insert into events (id, name, occurred_at, audience) values ('${idOf(140)}', repeat('x', 9000), now(), 'staff')`,
          expect: { refused: '22023' },
        },
      ],
    },
  },
  idempotency_keys: {
    rights: { insert: 'own', update: 'own' },
    rows: { "Marie's": answer(marie), "Karim's": answer(karim), "Ada's": answer(ada), "Alan's": answer(alan) },
    access: { system: everything, admin: every(["Ada's"]), partner: every(["Marie's"]) },
  },
  mails: {
    rights: { update: ['team'] },
    rows: { first: { event_id: idOf(132), recipient: 'marie@exemple.fr', subject: 'Bonjour', kind: 'invitation' } },
    access: { system: everything, admin: { select: 'all', update: 'all' } },
    triggers: noticeOfMail,
  },
  failed_jobs: {
    rights: { delete: ['team'] },
    rows: { first: { id: idOf(141), name: 'event', data: {}, error: 'x', attempts: 12, failed_at: monday } },
    access: { system: everything, admin: { select: 'all', delete: 'all' } },
  },
  carried_jobs: {
    rows: { first: { id: idOf(143), name: 'mail', data: {}, priority: 0, start_after: monday } },
    access: { system: everything },
  },
  installation: {
    rows: { row: { id: true, store_mark: idOf(142), secret_fingerprint: 'x' } },
    access: { system: everything },
    triggers: {
      void_client_list: [
        {
          title: 'another secret makes the list of who wants no mail void',
          as: as.system,
          sql: "update installation set secret_fingerprint = 'y' returning is_client_list_void",
          expect: { value: true },
        },
        {
          title: 'not one that nobody stands in',
          as: as.system,
          setup: 'delete from client_addresses',
          sql: "update installation set secret_fingerprint = 'y' returning is_client_list_void",
          expect: { value: false },
        },
      ],
    },
  },
  maintenance: {
    rows: { row: { id: true, since: monday, message: 'x' } },
    access: { system: everything },
  },
  seal_keys: {
    rows: { first: { fingerprint: '0'.repeat(64), chain: 'x' } },
    access: { system: everything },
  },
  timestamp_outages: {
    rows: { first: { url: 'https://tsa.example', since: monday, reason: 'x', checked_at: monday } },
    access: { system: everything },
  },
  settings: {
    rights: { update: ['programme'] },
    rows: { row: { id: true, provider_name: 'Acme', accent_colour: '#1f4d3f', logo_file_id: idOf(75) } },
    access: {
      system: everything,
      admin: { select: 'all', update: 'all' },
      partner: { select: 'all' },
      anonymous: { select: 'all' },
    },
  },
  programme_settings: {
    rights: { update: ['money', 'programme'] },
    rows: { row: { id: true, legal_name: 'Acme SAS', iban_encrypted: 'x' } },
    access: { system: everything, admin: { select: 'all', update: 'all' }, partner: { select: 'all' } },
    triggers: timeZoneTriggers,
  },
}
