import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { type UploadedInvoice, uploadedInvoiceRoutes } from '../api/uploaded-invoices.ts'
import { m } from '../messages/messages.ts'
import { acceptInvoice, refuseInvoice, reopenInvoice, submitInvoice } from './invoice-commands.ts'
import { uploadedInvoiceEventHandlers } from './invoice-mails.ts'
import { presentInvoice } from './invoice-present.ts'
import { findInvoice } from './invoice-queries.ts'

async function invoiceNow({ tx, actor }: Call, id: string): Promise<UploadedInvoice> {
  const row = await findInvoice(tx, id)
  if (!row) throw new Refusal('not_found', m.noSuchInvoice())
  return presentInvoice(row, actor)
}

const uploadedInvoiceHandlers: Handlers<typeof uploadedInvoiceRoutes> = {
  submitInvoice: async (call) => invoiceNow(call, await submitInvoice(call, call.params.id, call.body)),
  invoiceFile: async ({ portal, actor, params }) => {
    const file = await portal.database.asActor(actor, (tx) =>
      tx
        .selectFrom('uploaded_invoices as i')
        .innerJoin('files as f', 'f.id', 'i.file_id')
        .selectAll('f')
        .where('i.id', '=', params.id)
        .executeTakeFirst(),
    )
    if (!file) throw new Refusal('not_found', m.noSuchInvoice())
    return { file, inline: true, cache: 'private, no-store' }
  },
  acceptInvoice: async (call) => {
    await acceptInvoice(call, call.params.id)
    return invoiceNow(call, call.params.id)
  },
  refuseInvoice: async (call) => {
    await refuseInvoice(call, call.params.id, call.body)
    return invoiceNow(call, call.params.id)
  },
  reopenInvoice: async (call) => {
    await reopenInvoice(call, call.params.id)
    return invoiceNow(call, call.params.id)
  },
}

export const uploadedInvoiceSlice = slice({
  routes: uploadedInvoiceRoutes,
  handlers: uploadedInvoiceHandlers,
  mails: uploadedInvoiceEventHandlers,
  constraints: {
    payouts_invoice: ['payout_needs_invoice', m.payoutAwaitsInvoice],
    uploaded_invoices_live_once: ['invoice_exists', m.payoutHasInvoice],
    uploaded_invoices_number_once: ['invoice_number_taken', m.invoiceNumberTaken],
  },
})
