import type { TableEntries } from '#access/domain/personal-data.ts'

const booked = {
  of: 'client',
  via: { leads: 'lead_id' },
  why: 'payments',
  period: 'accounting',
  erase: 'keep',
  law: 'books',
  show: 'yes',
} as const

export const clientPaymentData: TableEntries = {
  client_payments: {
    ...booked,
    since: 't.received_on',
    columns: 'reference received_on',
    but: {
      partner_key: { erase: 'follow', show: 'no' },
      lead_key: { erase: 'follow', show: 'no' },
      search_text: { erase: 'follow', show: 'no' },
    },
    facts: 'id lead_id kind net_cents refunds_id recorded_by created_at client_invoice_id total_cents',
  },
  client_invoices: {
    ...booked,
    since: 't.issued_on',
    columns: 'number issued_on',
    facts: 'id lead_id number_key net_cents vat_cents total_cents recorded_by created_at',
  },
}
