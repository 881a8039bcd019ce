import { type Catalogue, everything, type Fact, type Row } from './catalogue.ts'
import { ada, alan, as, idOf, karim, marie, tuesday } from './people.ts'
import { ownRefused } from './policy-facts.ts'
import { insertOf } from './row-access.ts'

/** Signed mandates, among the contracts. */
const mandateMarie = idOf(83)
const mandateKarim = idOf(84)

const payoutMarie = idOf(166)
export const invoiceMarie = idOf(181)
const onItsWay = idOf(60)

const invoice = (number: number, partner_id: string, payout_id: string, more: object): Row => {
  const facts = {
    kind: 'invoice',
    number: 1,
    issued_on: '2026-03-03',
    issued_at: tuesday,
    vat_case: 'franchise',
    net_cents: 15_000,
  }
  return { id: idOf(number), partner_id, payout_id, ...facts, content: {}, ...more }
}

/** A second document of Marie's, with other values where they are given. */
export const issueOfMarie = (values: Partial<Record<string, string | number>> = {}) => {
  const row = {
    id: idOf(189),
    payout_id: payoutMarie,
    partner_id: marie,
    kind: 'credit_note',
    series: 'AF-0001-2026',
    number: 2,
    issued_on: '2026-03-03',
    issued_at: tuesday,
    issued_by: ada,
    corrects_id: invoiceMarie,
    mandate_id: mandateMarie,
    vat_case: 'franchise',
    net_cents: 15_000,
    content: '{}',
    ...values,
  }
  const literals = Object.values(row).map((value) => (typeof value === 'number' ? value : `'${value}'`))
  return `insert into invoices (${Object.keys(row).join(', ')}) values (${literals.join(', ')})`
}
const line = (commission: string, cents: number, id = idOf(189)) =>
  `insert into invoice_lines (invoice_id, position, commission_id, net_cents) values ('${id}', 1, '${commission}', ${cents})`

const cancelled = `update payouts set status = 'cancelled', cancelled_at = now(), cancel_reason = 'Erreur'
  where id = '${payoutMarie}';
  update commissions set payout_id = null where payout_id = '${payoutMarie}'`

/** The system could change documents if grants and policies were lost. */
const past = (table: string) =>
  `grant update, delete on ${table} to passerelle_system;
  create policy past on ${table} to passerelle_system using (true) with check (true)`
const stays = (table: string, set: string): Fact[] =>
  [`update ${table} set ${set}`, `delete from ${table}`].map((sql) => ({
    title: `what was issued stays: ${sql}`,
    as: as.system,
    setup: past(table),
    sql,
    expect: { refused: 'invoices_final' },
  }))

const chronological = { refused: 'invoices_chronological' }
const inForce = { refused: 'invoices_mandate_in_force' }

const handover = (number: number, invoice_id: string, more: object): Row => ({
  id: idOf(number),
  invoice_id,
  handed_on: '2026-03-03',
  platform: 'PA',
  recorded_at: tuesday,
  ...more,
})
const takenBack = { undone_at: tuesday, undone_by: ada, undo_reason: 'Refusée' }
export const undoHandover = `update invoice_handovers set undone_at = now(), undone_by = '${ada}', undo_reason = 'Refusée'
  where undone_at is null and invoice_id = '${invoiceMarie}'`
const handOver = (
  on = '2026-03-03',
) => `insert into invoice_handovers (id, invoice_id, handed_on, platform, recorded_at, recorded_by)
  values ('${idOf(255)}', '${invoiceMarie}', '${on}', 'PA', now(), '${ada}')`
const impossible = { refused: 'invoice_handovers_possible' }

export const invoiceTables: Catalogue['tables'] = {
  invoice_codes: {
    rights: { insert: ['money'] },
    rows: { "Marie's": { partner_id: marie, code: 1 }, "Karim's": { partner_id: karim, code: 2 } },
    access: { system: { select: 'all' }, admin: everything },
  },
  invoices: {
    rights: { insert: ['money'] },
    rows: {
      "Marie's": invoice(181, marie, payoutMarie, { series: 'AF-0001-2026', issued_by: ada, mandate_id: mandateMarie }),
      "Karim's, issued by Alan": invoice(182, karim, idOf(162), {
        series: 'AF-0002-2026',
        issued_by: alan,
        mandate_id: mandateKarim,
      }),
    },
    policyFacts: [
      ownRefused(
        'staff issue no document to themselves',
        insertOf(
          'invoices',
          invoice(959, ada, payoutMarie, { series: 'AF-0001-2026', issued_by: ada, mandate_id: mandateMarie }),
        ),
      ),
    ],
    access: { system: { select: 'all' }, admin: { select: 'all', insert: ["Marie's"] }, partner: { select: ["Marie's"] } },
    triggers: {
      prepare_invoice: [
        { title: 'a number is not left out', as: as.ada, sql: issueOfMarie({ number: 3 }), expect: chronological },
        { title: 'nor given again', as: as.ada, sql: issueOfMarie({ number: 1 }), expect: chronological },
        {
          title: 'nor is a day before the last one',
          as: as.ada,
          sql: issueOfMarie({ issued_on: '2026-03-02' }),
          expect: chronological,
        },
        {
          title: 'a revoked mandate allows no document',
          as: as.ada,
          setup: `update contracts set status = 'en_attente', signed_at = null, signing_method = null
            where id = '${mandateMarie}'`,
          sql: issueOfMarie(),
          expect: inForce,
        },
        { title: 'nor does that of somebody else', as: as.ada, sql: issueOfMarie({ mandate_id: mandateKarim }), expect: inForce },
        {
          title: 'nor one that is signed later',
          as: as.ada,
          sql: issueOfMarie({ issued_at: '2026-03-03T08:00:00Z' }),
          expect: inForce,
        },
      ],
      invoice_stays: stays('invoices', 'net_cents = 1'),
      check_invoice: [
        {
          title: 'a document without lines is not issued',
          as: as.ada,
          sql: issueOfMarie(),
          expect: { refused: 'invoices_reconcile' },
        },
        {
          title: 'a credit note takes back no more than its invoice says',
          as: as.ada,
          sql: `${issueOfMarie({ net_cents: 15_001 })}; ${line(onItsWay, 15_001)}`,
          expect: { refused: 'invoices_reconcile' },
        },
      ],
      check_payout_of_invoice: [
        {
          title: 'a payout is not the sum of its documents when one is added',
          as: as.ada,
          sql: `${issueOfMarie({ net_cents: 1 })}; ${line(onItsWay, 1)}`,
          expect: { refused: 'payouts_documents' },
        },
        {
          title: 'a cancelled payout and its credit note leave nothing',
          as: as.ada,
          sql: `${cancelled}; ${issueOfMarie()}; ${line(onItsWay, 15_000)} returning position`,
          expect: { value: 1 },
        },
      ],
    },
  },
  invoice_lines: {
    rights: { insert: ['money'] },
    rows: {
      "Marie's": { invoice_id: invoiceMarie, position: 1, commission_id: onItsWay, net_cents: 15_000 },
      "Karim's": { invoice_id: idOf(182), position: 1, commission_id: idOf(58), net_cents: 15_000 },
    },
    access: { system: { select: 'all' }, admin: { select: 'all', insert: ["Marie's"] }, partner: { select: ["Marie's"] } },
    triggers: {
      invoice_line_stays: stays('invoice_lines', 'net_cents = 1'),
      check_invoice_line: [
        {
          title: 'no line is added to an issued document',
          as: as.ada,
          sql: `insert into invoice_lines (invoice_id, position, commission_id, net_cents)
            values ('${invoiceMarie}', 2, '${idOf(53)}', 1)`,
          expect: { refused: 'invoices_reconcile' },
        },
      ],
    },
  },
  invoice_files: {
    rows: {
      "Marie's": { invoice_id: invoiceMarie, file_id: idOf(176), xml_file_id: idOf(178), made_at: tuesday },
      "Karim's": { invoice_id: idOf(182), file_id: idOf(177), xml_file_id: idOf(179), made_at: tuesday },
    },
    access: { system: everything, admin: { select: 'all' }, partner: { select: ["Marie's"] } },
    triggers: { invoice_file_stays: stays('invoice_files', 'made_at = now()') },
  },
  invoice_handovers: {
    rights: { insert: ['money'], update: ['money'] },
    rows: {
      "Marie's": handover(251, invoiceMarie, { recorded_by: ada }),
      "Marie's, taken back by Ada": handover(252, invoiceMarie, { recorded_by: ada, ...takenBack }),
      "Karim's, marked by Alan, taken back by Ada": handover(253, idOf(182), { recorded_by: alan, ...takenBack }),
      "Karim's, marked by Alan": handover(254, idOf(182), { recorded_by: alan }),
    },
    access: {
      admin: {
        select: 'all',
        insert: ["Marie's"],
        update: ["Marie's", "Karim's, marked by Alan"],
        becomes: ["Marie's, taken back by Ada", "Karim's, marked by Alan, taken back by Ada"],
      },
      partner: { select: ["Marie's"] },
    },
    triggers: {
      check_handover: [
        {
          title: 'what was taken back is handed over again',
          as: as.ada,
          setup: undoHandover,
          sql: `${handOver()} returning platform`,
          expect: { value: 'PA' },
        },
        {
          title: 'a document is handed over once',
          as: as.ada,
          sql: handOver(),
          expect: { refused: 'invoice_handovers_live_once' },
        },
        { title: 'not before it was issued', as: as.ada, setup: undoHandover, sql: handOver('2026-03-02'), expect: impossible },
        {
          title: 'nor before it is printed',
          as: as.ada,
          setup: `${undoHandover}; alter table invoice_files disable trigger user; delete from invoice_files`,
          sql: handOver(),
          expect: impossible,
        },
        {
          title: 'a receipt is no invoice',
          as: as.ada,
          setup:
            `${undoHandover}; alter table invoices disable trigger user;
            update invoices set kind = 'receipt', series = 'RC-0001-2026', mandate_id = null, vat_case = null` +
            ` where id = '${invoiceMarie}'`,
          sql: handOver(),
          expect: impossible,
        },
      ],
    },
  },
}

/** Facts about payouts that follow from their documents and disputes. */
export const payoutDocumentTriggers: Readonly<Record<string, readonly Fact[]>> = {
  check_payout_documents: [
    {
      title: 'an invoiced payout is not cancelled without its credit note',
      as: as.ada,
      sql: cancelled,
      expect: { refused: 'payouts_documents' },
    },
  ],
  check_uncontested: [
    {
      title: 'what its partner contests is not approved',
      as: as.alan,
      setup: `update payouts set accepted_at = '${tuesday}' where id = '${payoutMarie}';
        update commissions set dispute_state = 'open' where id = '${onItsWay}'`,
      sql: `update payouts set status = 'approved', approved_by = '${alan}', approved_at = now() where id = '${payoutMarie}'`,
      expect: { refused: 'payouts_contested' },
    },
  ],
}
