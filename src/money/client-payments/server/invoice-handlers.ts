import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { type ClientInvoice, clientInvoiceRoutes } from '../api/client-invoices.ts'
import { openPart } from '../domain/client-invoices.ts'
import { m } from '../messages/messages.ts'
import { recordClientInvoice, removeClientInvoice } from './invoice-commands.ts'
import { paymentsOf, receivedOn } from './invoice-payments.ts'
import { type ClientInvoiceRow, readClientInvoices } from './invoice-queries.ts'
import { type LeadMoney, readLeadMoney } from './lead-money.ts'

async function invoicesNow({ tx }: Call, leadId: string): Promise<{ invoices: ClientInvoice[] }> {
  const [rows, money] = await Promise.all([readClientInvoices(tx, leadId), readLeadMoney(tx, [leadId])])
  const lead = money.get(leadId)
  if (!lead) throw new Refusal('not_found', m.noSuchLead())
  return { invoices: rows.map((row) => presentInvoice(row, lead)) }
}

function presentInvoice(row: ClientInvoiceRow, lead: LeadMoney): ClientInvoice {
  const amounts = { netCents: row.net_cents, totalCents: row.total_cents }
  const open = openPart(amounts, receivedOn(lead, row))
  return {
    id: row.id,
    number: row.number,
    issuedOn: row.issued_on,
    ...amounts,
    vatCents: row.vat_cents,
    openNetCents: open.netCents,
    openTotalCents: open.totalCents,
    recordedAt: row.created_at.toISOString(),
    recordedBy: row.recorded_by_name,
    canRemove: paymentsOf(lead, row).length === 0,
  }
}

const clientInvoiceHandlers: Handlers<typeof clientInvoiceRoutes> = {
  listClientInvoices: (call) => invoicesNow(call, call.params.id),
  recordClientInvoice: async (call) => {
    await recordClientInvoice(call, call.params.id, call.body)
    return invoicesNow(call, call.params.id)
  },
  removeClientInvoice: (call) => removeClientInvoice(call, call.params.id),
}

export const clientInvoiceSlice = slice({ routes: clientInvoiceRoutes, handlers: clientInvoiceHandlers })
