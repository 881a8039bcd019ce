import { type Catalogue, everything, type Row } from './catalogue.ts'
import { payoutDocumentTriggers } from './invoice-tables.ts'
import { payoutSentTriggers } from './payout-file-tables.ts'
import { ada, alan, as, idOf, karim, long, marie, monday, tuesday } from './people.ts'
import { ownRefused } from './policy-facts.ts'
import { insertOf } from './row-access.ts'
import { payoutInvoiceTriggers } from './uploaded-invoice-tables.ts'
import { payoutVigilanceTriggers } from './vigilance-tables.ts'

export const payoutMarie = idOf(161)
const runAda = idOf(151)

const payout = (number: number, partner_id: string, issued_by: string, more: object = {}): Row => {
  const facts = { run_id: runAda, reference: `REL-2026-03-${number}`, net_cents: 15_000, commission_count: 1 }
  return {
    id: idOf(number),
    partner_id,
    issued_by,
    billing_mode: 'upload',
    statement: {},
    ...facts,
    issued_at: monday,
    contest_until: long,
    ...more,
  }
}
const exportedNothing = {
  table_text: 'x',
  table_sha256: 'x',
  file_obstacle: { code: 'nothing_to_declare' },
  declared: 0,
  declared_euros: 0,
  paid: [],
  created_at: monday,
}
const cancelled = { status: 'cancelled', cancelled_at: tuesday, cancel_reason: 'Erreur' }

const accepted = `update payouts set accepted_at = '${tuesday}' where id = '${payoutMarie}'`
const approve = (by: string) =>
  `update payouts set status = 'approved', approved_by = '${by}', approved_at = now()
  where id = '${payoutMarie}' returning status`
const step = (set: string) => `update payouts set ${set} where id = '${payoutMarie}'`
const onlyPaidDay = 'alter table payouts disable trigger payout_goes_forward; alter table payouts disable trigger check_payout'
const paidOn = (at: string) =>
  `update payouts set status = 'paid', accepted_at = issued_at, approved_at = issued_at, approved_by = '${alan}',
    paid_at = '${at}' where id = '${payoutMarie}' returning paid_on::text`
const reconcile = { refused: 'payouts_reconcile' }

/** A payout of Marie's is issued, with the commission `onItsWay` of the catalogue of commissions. */
export const payoutTables: Catalogue['tables'] = {
  number_series: {
    rights: { insert: ['money'], update: ['money'] },
    rows: { first: { series: 'REL-2026-03', last_number: 4 } },
    access: { system: everything, admin: everything },
  },
  das2_exports: {
    rights: { insert: ['money'] },
    rows: {
      "Ada's": { id: idOf(201), year: 2025, created_by: ada, ...exportedNothing },
      "Alan's": { id: idOf(202), year: 2025, created_by: alan, ...exportedNothing },
    },
    access: { system: everything, admin: { select: 'all', insert: ["Ada's"] } },
  },
  declaration_requests: {
    rights: { insert: ['money'], update: ['money'] },
    rows: {
      'asked by Ada': { year: 2025, partner_id: marie, missing: '{SIRET}', requested_at: monday, requested_by: ada },
      'asked by Alan': { year: 2025, partner_id: karim, missing: '{SIRET}', requested_at: monday, requested_by: alan },
    },
    access: {
      system: { select: 'all' },
      admin: { select: 'all', insert: ['asked by Ada'], update: 'all', becomes: ['asked by Ada'] },
    },
  },
  payout_runs: {
    rights: { insert: ['money'] },
    rows: {
      "Ada's": { id: runAda, payable_until: '2026-03-02', issued_by: ada, issued_at: monday },
      "Alan's": { id: idOf(152), payable_until: '2026-03-02', issued_by: alan, issued_at: monday },
    },
    access: { system: everything, admin: { select: 'all', insert: ["Ada's"] } },
  },
  payouts: {
    rights: { insert: ['money'], update: ['money'] },
    rows: {
      "Marie's": payout(161, marie, ada, { statement_file_id: idOf(171) }),
      "Karim's, issued by Alan": payout(162, karim, alan, { statement_file_id: idOf(172) }),
      "Ada's own, cancelled": payout(163, ada, ada, cancelled),
      "Marie's, cancelled": payout(164, marie, ada, cancelled),
      "Ada's own": payout(165, ada, alan),
      "Marie's, invoiced": payout(166, marie, ada),
    },
    policyFacts: [ownRefused('staff issue no payout to themselves', insertOf('payouts', payout(959, ada, ada)))],
    access: {
      system: everything,
      admin: { select: 'all', insert: ["Marie's", "Marie's, invoiced"], update: 'all' },
      partner: {
        select: ["Marie's", "Marie's, cancelled", "Marie's, invoiced"],
        update: ["Marie's", "Marie's, cancelled", "Marie's, invoiced"],
      },
    },
    triggers: {
      ...payoutSentTriggers,
      ...payoutInvoiceTriggers,
      ...payoutDocumentTriggers,
      ...payoutVigilanceTriggers,
      note_paid_day: [
        {
          title: 'the day of a payment is that of the provider’s calendar',
          as: as.system,
          setup: onlyPaidDay,
          sql: paidOn('2026-03-31T22:30:00Z'),
          expect: { value: '2026-04-01' },
        },
        {
          title: 'and stays when the calendar changes',
          as: as.system,
          setup:
            `${onlyPaidDay}; ${paidOn('2026-03-31T22:30:00Z')}; ` +
            "update programme_settings set time_zone = 'America/Martinique'",
          sql: `update payouts set paid_on = null where id = '${payoutMarie}' returning paid_on::text`,
          expect: { value: '2026-04-01' },
        },
      ],
      check_payout: [
        {
          title: 'a payout without commissions is not issued',
          as: as.ada,
          sql: `insert into payouts (id, run_id, partner_id, reference, net_cents, commission_count, statement, issued_by,
              issued_at, contest_until)
            values ('${idOf(169)}', '${runAda}', '${marie}', 'REL-2026-03-9', 15000, 1, '{}', '${ada}', now(), now())`,
          expect: reconcile,
        },
        {
          title: 'a payout is not cancelled while commissions are in it',
          as: as.ada,
          sql: step(`status = 'cancelled', cancelled_at = now(), cancel_reason = 'Erreur'`),
          expect: reconcile,
        },
      ],
      payout_goes_forward: [
        {
          title: 'another administrator approves',
          as: as.alan,
          setup: accepted,
          sql: approve(alan),
          expect: { value: 'approved' },
        },
        {
          title: 'who issued it does not, above the limit',
          as: as.ada,
          setup: accepted,
          sql: approve(ada),
          expect: { refused: 'payouts_four_eyes' },
        },
        {
          title: 'nor in the name of somebody else',
          as: as.ada,
          setup: accepted,
          sql: approve(alan),
          expect: { refused: 'payouts_four_eyes' },
        },
        {
          title: 'up to the limit one person is enough',
          as: as.ada,
          setup: `${accepted}; update programme_settings set second_approval_above_cents = 15000`,
          sql: approve(ada),
          expect: { value: 'approved' },
        },
        {
          title: 'not before the partner has accepted',
          as: as.alan,
          sql: approve(alan),
          expect: { refused: 'payouts_accepted' },
        },
        {
          title: 'nor is it paid',
          as: as.alan,
          sql: step(`status = 'paid', paid_at = now()`),
          expect: { refused: 'payouts_forward' },
        },
        { title: 'its amount is final', as: as.ada, sql: step('net_cents = 1'), expect: { refused: 'payouts_final' } },
        {
          title: 'a partner accepts what is issued to them',
          as: as.marie,
          sql: `${accepted} returning status`,
          expect: { value: 'issued' },
        },
        {
          title: 'and does not take it back',
          as: as.marie,
          setup: accepted,
          sql: step('accepted_at = null'),
          expect: { refused: 'payouts_final' },
        },
      ],
    },
  },
}
/** After the commissions that they name. */
export const payoutExclusionTables: Catalogue['tables'] = {
  payout_exclusions: {
    rights: { insert: ['money'] },
    rows: {
      first: {
        id: idOf(153),
        run_id: runAda,
        partner_id: karim,
        commission_id: idOf(55),
        amount_cents: 15_000,
        reason: 'Litige',
      },
    },
    access: { system: everything, admin: everything },
  },
}
