import type { InferResult } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { shownCompany, shownName } from '#leads/hidden-clients/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'

function invoices(tx: Tx) {
  return tx
    .selectFrom('client_invoices as i')
    .innerJoin('profiles as r', 'r.user_id', 'i.recorded_by')
    .select(['i.id', 'i.lead_id', 'i.number', 'i.issued_on', 'i.net_cents', 'i.vat_cents', 'i.total_cents', 'i.created_at'])
    .select('r.full_name as recorded_by_name')
}

export type ClientInvoiceRow = InferResult<ReturnType<typeof invoices>>[number]

/** The invoices of a lead's client, newest first; for staff. */
export function readClientInvoices(tx: Tx, leadId: string): Promise<ClientInvoiceRow[]> {
  return invoices(tx).where('i.lead_id', '=', leadId).orderBy('i.issued_on', 'desc').orderBy('i.id', 'desc').execute()
}

/** Every number that a credit may name. */
export function invoiceNumbers(tx: Tx): Promise<{ id: string; reference: string }[]> {
  return tx.selectFrom('client_invoices').select(['id', 'number as reference']).execute()
}

/** Invoices with their leads and partners. */
export function invoicesWithLeads(tx: Tx, ids: readonly string[]) {
  return tx
    .selectFrom('client_invoices as i')
    .innerJoin('leads as l', 'l.id', 'i.lead_id')
    .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'l.partner_id')
    .select(['i.id', 'i.lead_id', 'i.number', 'i.net_cents', 'i.total_cents'])
    .select([shownName.as('lead_name'), shownCompany.as('company')])
    .select(['l.partner_id', 'o.full_name as partner_name', 'o.partner_deleted_at'])
    .where('i.id', 'in', ids)
    .execute()
}
