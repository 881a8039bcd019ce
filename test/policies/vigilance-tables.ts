import { type Catalogue, everything, type Row, type TableExpectation } from './catalogue.ts'
import { ada, alan, as, idOf, karim, marie, monday, tuesday } from './people.ts'
import { documentsRefused } from './policy-facts.ts'

const received = idOf(241)
const requested = idOf(242)
const verified = idOf(243)
const payoutMarie = idOf(161)

const document = (id: string, partner_id: string, kind: string, more: object): Row => ({ id, partner_id, kind, ...more })
const submission = (file_id: string) => ({ status: 'received', received_at: monday, file_id, issued_on: '2026-03-01' })
const request = (by: string | null) => ({ status: 'requested', requested_at: monday, requested_by: by })
const set = (id: string, what: string) => `update vigilance_documents set ${what} where id = '${id}' returning status`
const verify = `status = 'verified', decided_at = now(), decided_by = '${ada}'`
const forward = { refused: 'vigilance_documents_forward' }
const hold = 'update programme_settings set vigilance_hold = true'
const accepted = `update payouts set accepted_at = '${tuesday}' where id = '${payoutMarie}'`
const approve = `update payouts set status = 'approved', approved_by = '${alan}', approved_at = '2026-03-03T12:00:00Z'
  where id = '${payoutMarie}' returning status`
/** Leaves what was verified alone. */
const noRequests = `delete from vigilance_documents where partner_id = '${marie}' and status in ('requested', 'received')`
const until = (day: string) => `alter table vigilance_documents disable trigger user;
  update vigilance_documents set expires_on = '${day}', issued_on = '2025-10-01' where id = '${verified}'`

export const vigilanceTables: Catalogue['tables'] = {
  vigilance_documents: {
    rights: { insert: ['money'], update: ['money'] },
    rows: {
      "Marie's, uploaded": document(received, marie, 'identity', submission(idOf(226))),
      'asked of Marie by Ada': document(requested, marie, 'urssaf', request(ada)),
      "Marie's, verified by Ada": document(verified, marie, 'registration', {
        ...submission(idOf(227)),
        status: 'verified',
        expires_on: '2036-01-01',
        decided_at: tuesday,
        decided_by: ada,
      }),
      "Marie's, uploaded on request": document(idOf(248), marie, 'vat', { ...request(ada), ...submission(idOf(229)) }),
      'asked of Karim by Alan': document(idOf(244), karim, 'urssaf', request(alan)),
      'asked of Karim by amount': document(idOf(245), karim, 'registration', request(null)),
      "Karim's, verified by Alan": document(idOf(246), karim, 'vat', {
        ...submission(idOf(228)),
        status: 'verified',
        decided_at: tuesday,
        decided_by: alan,
      }),
      "Marie's identity, its copy gone": document(idOf(249), marie, 'identity', {
        status: 'verified',
        received_at: monday,
        issued_on: '2026-03-01',
        requested_at: monday,
        decided_at: tuesday,
        decided_by: alan,
      }),
      "asked of Ada's own": document(idOf(247), ada, 'urssaf', request(alan)),
    },
    policyFacts: documentsRefused,
    access: {
      system: {
        select: 'all',
        insert: ['asked of Karim by amount'],
        update: ["Marie's identity, its copy gone"],
        becomes: [
          'asked of Marie by Ada',
          'asked of Karim by Alan',
          'asked of Karim by amount',
          "Marie's identity, its copy gone",
          "asked of Ada's own",
        ],
      },
      admin: {
        select: 'all',
        insert: ['asked of Marie by Ada'],
        update: [
          "Marie's, uploaded",
          'asked of Marie by Ada',
          "Marie's, verified by Ada",
          "Marie's, uploaded on request",
          'asked of Karim by Alan',
          'asked of Karim by amount',
          "Karim's, verified by Alan",
          "Marie's identity, its copy gone",
        ],
        becomes: ["Marie's, verified by Ada"],
      },
      partner: {
        select: [
          "Marie's, uploaded",
          'asked of Marie by Ada',
          "Marie's, verified by Ada",
          "Marie's, uploaded on request",
          "Marie's identity, its copy gone",
        ],
        insert: ["Marie's, uploaded"],
        update: [
          "Marie's, uploaded",
          'asked of Marie by Ada',
          "Marie's, verified by Ada",
          "Marie's, uploaded on request",
          "Marie's identity, its copy gone",
        ],
        becomes: ["Marie's, uploaded", "Marie's, uploaded on request"],
      },
    },
    triggers: {
      vigilance_document_goes_forward: [
        {
          title: 'the copy of an identity that was verified goes',
          as: as.system,
          setup: `alter table vigilance_documents disable trigger user;
            update vigilance_documents set file_id = '${idOf(222)}' where id = '${idOf(249)}';
            alter table vigilance_documents enable trigger user`,
          sql: set(idOf(249), 'file_id = null'),
          expect: { value: 'verified' },
        },
        {
          title: 'and no other copy',
          as: as.system,
          setup: 'create policy more on vigilance_documents for update to passerelle_system using (true)',
          sql: set(verified, 'file_id = null'),
          expect: forward,
        },
        { title: 'what was uploaded is verified', as: as.ada, sql: set(received, verify), expect: { value: 'verified' } },
        {
          title: 'a request is answered',
          as: as.marie,
          sql: set(requested, `status = 'received', received_at = now(), file_id = '${idOf(222)}', issued_on = '2026-03-01'`),
          expect: { value: 'received' },
        },
        {
          title: 'what was not uploaded is not verified',
          as: as.ada,
          sql: set(requested, verify),
          expect: { refused: 'vigilance_documents_forward' },
        },
        { title: 'a verified one is final', as: as.marie, sql: set(verified, "status = 'received'"), expect: forward },
        {
          title: 'its dates are final once it was uploaded',
          as: as.ada,
          setup: 'grant update on vigilance_documents to passerelle_admin',
          sql: set(received, `${verify}, expires_on = '2036-01-01'`),
          expect: { refused: 'vigilance_documents_final' },
        },
      ],
    },
  },
  vigilance_reminders: {
    rows: { first: { document_id: verified, days_left: 30, sent_at: monday } },
    access: { system: everything },
  },
}

export const payoutVigilanceTriggers: NonNullable<TableExpectation['triggers']> = {
  payout_waits_for_documents: [
    {
      title: 'a payout waits for what was asked for, where payouts are held',
      as: as.alan,
      setup: `${accepted}; ${hold}`,
      sql: approve,
      expect: { refused: 'payouts_vigilance' },
    },
    {
      title: 'and for what has expired',
      as: as.alan,
      setup: `${accepted}; ${hold}; ${noRequests}; ${until('2026-03-01')}`,
      sql: approve,
      expect: { refused: 'payouts_vigilance' },
    },
    {
      title: 'the last day still counts',
      as: as.alan,
      setup: `${accepted}; ${hold}; ${noRequests}; ${until('2026-03-03')}`,
      sql: approve,
      expect: { value: 'approved' },
    },
    { title: 'without the setting it does not wait', as: as.alan, setup: accepted, sql: approve, expect: { value: 'approved' } },
  ],
}
