import { type Catalogue, crud, every, everything } from './catalogue.ts'
import { timeZoneTriggers } from './kept-sums.ts'
import { ada, alan, as, idOf, karim, marie, monday } from './people.ts'
import { formerEventsHidden } from './policy-facts.ts'

const event = (number: number, actor_id: string | null, partner_id: string | null, audience: string) => {
  return { id: idOf(number), name: 'lead.created', occurred_at: monday, actor_id, subject_id: null, partner_id, audience }
}
const answer = (actor_id: string) => ({ actor_id, key: 'once', request_hash: 'x', created_at: monday })

/** What partners may read of the programme's settings. */
const rulesOfTheGame =
  'commission_basis, minimum_payout_cents, acceptance_days, invoice_required, legal_name, time_zone, vigilance_hold, ' +
  'registrations, registration_hours, protection_months, extension_months'
/** Who the provider is as a business, which every document that is drawn up in a partner's name says. */
const buyer = 'legal_form, siren, siret, vat_number, street, building_number, postcode, town, country, electronic_address'

export const infrastructureTables: Catalogue['tables'] = {
  events: {
    rights: { insert: 'own' },
    policies: [
      'system_all to system',
      'admin_reads to admin',
      'admin_records to admin',
      'own_reads to partner',
      'partner_records to partner',
      'handed_over_reads to partner',
    ],
    grants: { system: crud, admin: ['select', 'insert'], partner: ['select', 'insert'] },
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
      system: everything,
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
    policies: ['system_all to system', 'own to admin, partner'],
    grants: { system: crud, admin: ['select', 'insert', 'update'], partner: ['select', 'insert', 'update'] },
    rows: { "Marie's": answer(marie), "Karim's": answer(karim), "Ada's": answer(ada), "Alan's": answer(alan) },
    access: { system: everything, admin: every(["Ada's"]), partner: every(["Marie's"]) },
  },
  mails: {
    rights: { update: ['team'] },
    policies: ['rights to admin', 'system_all to system', 'admin_reads to admin', 'admin_settles to admin'],
    grants: {
      system: crud,
      // Not the subject: some old ones contain a code.
      admin: [
        `select (${[
          'id, event_id, user_id, recipient, kind, message_id, response, sent_at, attempts',
          'last_tried_at, last_error, failed_at, dismissed_at',
        ].join(', ')})`,
        'update (failed_at, dismissed_at)',
      ],
    },
    rows: { first: { event_id: idOf(132), recipient: 'marie@exemple.fr', subject: 'Bonjour', kind: 'invitation' } },
    access: { system: everything, admin: { select: 'all', update: 'all' } },
  },
  failed_jobs: {
    rights: { delete: ['team'] },
    policies: ['right_to_delete to admin', 'system_all to system', 'admin_reads to admin', 'admin_settles to admin'],
    grants: { system: crud, admin: ['select', 'delete'] },
    rows: { first: { id: idOf(141), name: 'event', data: {}, error: 'x', attempts: 12, failed_at: monday } },
    access: { system: everything, admin: { select: 'all', delete: 'all' } },
  },
  carried_jobs: {
    policies: ['system_all to system'],
    grants: { system: ['select', 'delete'] },
    rows: { first: { id: idOf(143), name: 'mail', data: {}, priority: 0, start_after: monday } },
    access: { system: everything },
  },
  installation: {
    policies: ['system_all to system'],
    grants: { system: ['select', 'insert', 'update'] },
    rows: { row: { id: true, store_mark: idOf(142), secret_fingerprint: 'x' } },
    access: { system: everything },
  },
  maintenance: {
    policies: ['system_all to system'],
    grants: { system: crud },
    rows: { row: { id: true, since: monday, message: 'x' } },
    access: { system: everything },
  },
  seal_keys: {
    policies: ['system_all to system'],
    grants: { system: ['select', 'insert'] },
    rows: { first: { fingerprint: '0'.repeat(64), chain: 'x' } },
    access: { system: everything },
  },
  timestamp_outages: {
    policies: ['system_all to system'],
    grants: { system: crud },
    rows: { first: { url: 'https://tsa.example', since: monday, reason: 'x', checked_at: monday } },
    access: { system: everything },
  },
  settings: {
    rights: { update: ['programme'] },
    policies: ['rights to admin', 'system_all to system', 'everyone_reads to admin, anonymous, partner', 'admin_writes to admin'],
    grants: { system: crud, admin: ['select', 'update'], partner: ['select'], anonymous: ['select'] },
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
    policies: [
      'rights to admin',
      'system_all to system',
      'admin_reads to admin',
      'admin_writes to admin',
      'partner_reads to partner',
    ],
    grants: {
      system: crud,
      admin: ['select', 'update'],
      // The provider's account is none of a partner's business.
      partner: [`select (${rulesOfTheGame}, ${buyer})`],
    },
    rows: { row: { id: true, legal_name: 'Acme SAS', iban_encrypted: 'x' } },
    access: { system: everything, admin: { select: 'all', update: 'all' }, partner: { select: 'all' } },
    triggers: timeZoneTriggers,
  },
}
