import { nobody, shapeOf, type TableEntries } from '#access/domain/personal-data.ts'
import type { ExportedSums } from '../domain/declaration.ts'

const books = {
  of: 'partner',
  via: { partners: 'partner_id' },
  why: 'accounting',
  period: 'accounting',
  erase: 'keep',
  law: 'books',
  show: 'yes',
} as const
const declared = { period: 'declaration', law: 'tax', since: 'make_date(t.year, 12, 31)' } as const

export const accountingData: TableEntries = {
  accounting_entries: {
    ...books,
    key: 'number',
    since: 't.booked_on',
    columns: 'partner_name',
    facts: `year number closing_id kind piece_id booked_on reference dated payout bank_reference partner_id supplier_code
      earned_cents taken_back_cents vat_cents`,
  },
  booked_clients: {
    ...books,
    of: 'client',
    via: { leads: 'lead_id' },
    key: 'commission_id',
    since: '(select c.paid_on from commissions c where c.id = t.commission_id)',
    ends: 'delete',
    show: 'no',
    columns: 'name',
    facts: 'commission_id lead_id',
  },
  accounting_closings: nobody(
    'id scope until_day missing accounts closed_by closed_at reopening_asked_by reopening_asked_at reopened_by reopened_at',
    'reopening_reason',
  ),
  das2_exports: {
    ...books,
    ...declared,
    via: {},
    ends: 'delete',
    // Both files name all partners: what one is shown stands in `declared_payments`.
    show: 'no',
    columns: 'table_text file_text file_missing paid',
    json: { paid: shapeOf<ExportedSums>()('name', 'cents partnerId') },
    facts: 'id year file_sha256 table_sha256 declared declared_euros created_by created_at file_obstacle',
  },
  declaration_requests: {
    ...books,
    ...declared,
    key: 'partner_id',
    ends: 'delete',
    columns: 'missing',
    facts: 'year partner_id requested_at requested_by',
  },
  declared_payments: {
    ...books,
    ...declared,
    columns: 'reference',
    facts: 'id year partner_id paid_on by_hand payments net_cents vat_cents',
  },
  supplier_codes: nobody('partner_id code'),
}
