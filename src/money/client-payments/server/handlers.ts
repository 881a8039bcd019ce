import { ownOutlook } from '#money/coming/server/queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { clientPaymentImportRoutes } from '../api/client-payment-import.ts'
import { clientPaymentRoutes } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { clientPaymentsCsv } from './export.ts'
import { checkFile, importFile } from './import/import-commands.ts'
import { clientPaymentData } from './personal-data.ts'
import { presentClientPayment } from './present.ts'
import { listPayableLeads, previewClientPayment } from './preview.ts'
import { findClientPayment, listClientPayments, sumClientPayments } from './queries.ts'
import { leadReceipts } from './receipts.ts'
import { recordClientPayment } from './record-commands.ts'
import { refundClientPayment } from './refund-commands.ts'
import { changeBasis, closeRemainder } from './terms-commands.ts'

/** After a change, which is by staff. */
async function paymentNow({ tx, actor }: Call, id: string) {
  const row = await findClientPayment(tx, id)
  if (!row) throw new Refusal('not_found', m.noSuchPayment())
  return presentClientPayment(row, actor, null)
}

export const clientPaymentHandlers: Handlers<typeof clientPaymentRoutes> = {
  listClientPayments: async (call) => {
    const [rows, outlook] = await Promise.all([listClientPayments(call.tx, call.query), ownOutlook(call)])
    return sortedPage(rows, call.query.limit, (row) => presentClientPayment(row, call.actor, outlook))
  },
  clientPaymentSummary: ({ tx, query }) => sumClientPayments(tx, query),
  clientPaymentsCsv,
  leadReceipts: (call) => leadReceipts(call, call.params.id),
  listPayableLeads: async (call) => ({ leads: await listPayableLeads(call, call.query.search || undefined) }),
  previewClientPayment: (call) => previewClientPayment(call, { ...call.query, leadId: call.params.id }),
  recordClientPayment: async (call) => {
    const { outcome, id } = await recordClientPayment(call, call.body)
    return { outcome, payment: await paymentNow(call, id) }
  },
  refundClientPayment: async (call) => {
    const { outcome, id } = await refundClientPayment(call, call.params.id, call.body)
    return { outcome, payment: await paymentNow(call, id) }
  },
  closeRemainder: async (call) => {
    await closeRemainder(call, call.params.id, call.body)
    return leadReceipts(call, call.params.id)
  },
  changeBasis: async (call) => {
    await changeBasis(call, call.params.id, call.body)
    return leadReceipts(call, call.params.id)
  },
}

const importHandlers: Handlers<typeof clientPaymentImportRoutes> = {
  checkClientPayments: async (call) => ({ rows: await checkFile(call, call.body) }),
  importClientPayments: async (call) => ({ rows: await importFile(call, call.body) }),
}

export const clientPaymentSlice = slice({
  routes: clientPaymentRoutes,
  handlers: clientPaymentHandlers,
  personalData: clientPaymentData,
})
export const clientPaymentImportSlice = slice({ routes: clientPaymentImportRoutes, handlers: importHandlers })
