import type { Catalogue, Row, TableExpectation } from './catalogue.ts'
import { ada, alan, as, idOf, karim, marie, monday, tuesday } from './people.ts'

const payoutMarie = idOf(161)
const submitted = idOf(231)
/** Unclaimed uploads of Marie's. */
const files = [idOf(221), idOf(222)] as const
const amounts = { net_cents: 15_000, vat_cents: 0 }

const invoice = (id: string, partner_id: string, payout_id: string, more: object = {}): Row => {
  const columns = { number: `F-${id.slice(-2)}`, issued_on: '2026-03-02', ...amounts, submitted_at: monday }
  return { id, payout_id, partner_id, file_id: files[0], ...columns, ...more }
}
const refused = { status: 'refused', decided_at: tuesday, decided_by: ada, refuse_reason: 'Illisible' }

const insert = (payout_id: string, partner_id: string, net = 15_000) => `
  insert into uploaded_invoices (id, payout_id, partner_id, number, issued_on, net_cents, vat_cents, file_id, submitted_at)
  values ('${idOf(239)}', '${payout_id}', '${partner_id}', 'F-9', '2026-03-02', ${net}, 0, '${files[1]}', '${tuesday}')
  returning status`
const away = `update uploaded_invoices set status = 'refused', decided_at = now(), decided_by = '${ada}', refuse_reason = 'Test'
  where id = '${submitted}'`
const decide = (status: string, id = submitted, by = ada) =>
  `update uploaded_invoices set status = '${status}', decided_at = now(), decided_by = '${by}'
  where id = '${id}' returning status`
const reopen = `update uploaded_invoices set status = 'submitted', decided_at = null, decided_by = null where id = '${submitted}'`
const required = 'update programme_settings set invoice_required = true'
const accepted = `update payouts set accepted_at = '${tuesday}' where id = '${payoutMarie}'`
const approve = `update payouts set status = 'approved', approved_by = '${alan}', approved_at = now()
  where id = '${payoutMarie}' returning status`
const cancelled = `update commissions set payout_id = null where payout_id = '${payoutMarie}'`
const cancel = `update payouts set status = 'cancelled', cancelled_at = now(), cancel_reason = 'Erreur'
  where id = '${payoutMarie}'`

const expected = { refused: 'uploaded_invoices_expected' }
const forward = { refused: 'uploaded_invoices_forward' }

export const uploadedInvoiceTables: Catalogue['tables'] = {
  uploaded_invoices: {
    rights: { update: ['money'] },
    rows: {
      "Marie's": invoice(submitted, marie, payoutMarie),
      "Marie's, refused by Ada": invoice(idOf(232), marie, payoutMarie, { ...refused, file_id: idOf(223) }),
      "Karim's, refused by Alan": invoice(idOf(233), karim, idOf(162), { ...refused, decided_by: alan, file_id: idOf(224) }),
      "Ada's own": invoice(idOf(234), ada, idOf(165), { file_id: idOf(225) }),
    },
    access: {
      system: { select: 'all' },
      admin: {
        select: 'all',
        update: ["Marie's", "Marie's, refused by Ada", "Karim's, refused by Alan"],
        becomes: ["Marie's", "Marie's, refused by Ada", "Ada's own"],
      },
      partner: { select: ["Marie's", "Marie's, refused by Ada"], insert: ["Marie's"] },
    },
    triggers: {
      check_uploaded_invoice: [
        {
          title: 'after a refusal another one is uploaded',
          as: as.marie,
          setup: away,
          sql: insert(payoutMarie, marie),
          expect: { value: 'submitted' },
        },
        {
          title: 'its amounts are those of the statement',
          as: as.marie,
          setup: away,
          sql: insert(payoutMarie, marie, 14_999),
          expect: { refused: 'uploaded_invoices_amounts' },
        },
        { title: 'none for another partner’s payout', as: as.marie, sql: insert(idOf(162), marie), expect: expected },
        { title: 'none for a cancelled payout', as: as.marie, sql: insert(idOf(164), marie), expect: expected },
      ],
      uploaded_invoice_goes_forward: [
        { title: 'it is accepted', as: as.ada, sql: decide('accepted'), expect: { value: 'accepted' } },
        {
          title: 'a refused one is not accepted',
          as: as.ada,
          sql: `update uploaded_invoices set status = 'accepted', refuse_reason = null where id = '${idOf(232)}'`,
          expect: forward,
        },
        {
          title: 'it is not cancelled without its payout',
          as: as.ada,
          sql: `update uploaded_invoices set status = 'cancelled' where id = '${submitted}'`,
          expect: forward,
        },
        {
          title: 'an acceptance is taken back',
          as: as.ada,
          setup: decide('accepted'),
          sql: `${reopen} returning status`,
          expect: { value: 'submitted' },
        },
        {
          title: 'but not once the payout is approved',
          as: as.alan,
          setup: `${decide('accepted')}; ${accepted};
            set local app.user_id = '${alan}'; set local app.partner_id = '${alan}'; ${approve}`,
          sql: reopen,
          expect: forward,
        },
        {
          title: 'its number is final',
          as: as.ada,
          setup: 'grant update on uploaded_invoices to passerelle_admin',
          sql: `update uploaded_invoices set number = 'F-0' where id = '${submitted}'`,
          expect: { refused: 'uploaded_invoices_final' },
        },
      ],
    },
  },
}

/** On payouts: they wait for the invoice of their partner, and cancel it. */
export const payoutInvoiceTriggers: NonNullable<TableExpectation['triggers']> = {
  payout_waits_for_invoice: [
    {
      title: 'a payout waits for its invoice where that is required',
      as: as.alan,
      setup: `${accepted}; ${required}`,
      sql: approve,
      expect: { refused: 'payouts_invoice' },
    },
    {
      title: 'and is approved once it is accepted',
      as: as.alan,
      setup: `${accepted}; ${required}; ${decide('accepted')}`,
      sql: approve,
      expect: { value: 'approved' },
    },
    {
      title: 'who invoices is final',
      as: as.ada,
      sql: `update payouts set billing_mode = 'receipt' where id = '${payoutMarie}'`,
      expect: { refused: 'payouts_final' },
    },
  ],
  cancel_uploaded_invoice: [
    {
      title: 'a cancelled payout cancels its invoice',
      as: as.ada,
      sql: `${cancel}; ${cancelled}; select status from uploaded_invoices where id = '${submitted}'`,
      expect: { value: 'cancelled' },
    },
  ],
}
