import { type Catalogue, everything, type Row } from './catalogue.ts'
import { ada, alan, idOf, karim, marie, monday, tuesday } from './people.ts'

const answer = (number: number, applied_by: string): Row => {
  const about = { version: 'camt.053.001.08', message_id: 'STMT-1', period_from: '2026-03-02', period_to: '2026-03-02' }
  const counts = { accepted_count: 0, paid_count: 1, paid_cents: 15_000, rejected_count: 0, rejected_cents: 0 }
  const other = { verified_count: 0, client_payment_count: 0 }
  return {
    id: idOf(number),
    sha256: String(number % 10).repeat(64),
    ...about,
    ...counts,
    ...other,
    applied_by,
    applied_at: tuesday,
  }
}
const account = (partner_id: string): Row => ({
  partner_id,
  sent_at: monday,
  refused_on: '2026-03-03',
  refused_reason: 'AC04 : Compte clos',
  changed_at: tuesday,
})

/** What banks have answered. */
export const bankAnswerTables: Catalogue['tables'] = {
  bank_answers: {
    rights: { insert: ['money'] },
    rows: { "Ada's": answer(201, ada), "Alan's": answer(202, alan) },
    access: { system: everything, admin: { select: 'all', insert: ["Ada's"] } },
  },
  bank_account_answers: {
    rights: { insert: ['money'], update: ['money'] },
    rows: { "Marie's": account(marie), "Karim's": account(karim) },
    access: { system: everything, admin: everything, partner: { select: ["Marie's"] } },
  },
}

const invoice = (number: number, lead: number, recorded_by: string): Row => ({
  id: idOf(number),
  lead_id: idOf(lead),
  number: `F-${number}`,
  number_key: `F-${number}`,
  issued_on: '2026-03-02',
  net_cents: 10_000,
  vat_cents: 2000,
  recorded_by,
  created_at: monday,
})

/** What the provider has invoiced to clients: none of a partner's business. */
export const clientInvoiceTables: Catalogue['tables'] = {
  client_invoices: {
    rights: { insert: ['money'], delete: ['money'] },
    rows: { "of Marie's lead, by Ada": invoice(205, 47, ada), "of Karim's lead, by Alan": invoice(206, 48, alan) },
    access: {
      system: everything,
      admin: { select: 'all', insert: ["of Marie's lead, by Ada"], delete: 'all' },
    },
  },
}
