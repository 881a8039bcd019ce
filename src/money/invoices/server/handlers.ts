import { findOwnOrFormer, formerPartners, readAsFormerByInvoice, readAsFormerOf } from '#accounts/people/server/former-queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Handlers, type OwnCall, slice } from '#platform/server/http/bind.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { invoiceRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { invoiceBackgroundHandlers } from './document-file.ts'
import { invoiceEventHandlers } from './event-handlers.ts'
import { invoicesCsv } from './export.ts'
import { handOverDocuments, undoHandover } from './handover-commands.ts'
import { invoiceData } from './personal-data.ts'
import { recordPlatformStatus } from './platform-status-commands.ts'
import { presentDocument } from './present.ts'
import { documentSums, findDocument, findDocumentFile, lastPlatform, listDocuments } from './queries.ts'
import { invoicesZip } from './zip.ts'

async function storedFile({ portal, actor }: OwnCall, id: string, part: 'file_id' | 'xml_file_id') {
  const file = await portal.database.asActor(actor, (tx) =>
    findOwnOrFormer({ tx, actor }, id, readAsFormerByInvoice, () => findDocumentFile(tx, id, part)),
  )
  if (!file) throw new Refusal('not_found', m.noSuchDocumentYet())
  return file
}

export const invoiceHandlers: Handlers<typeof invoiceRoutes> = {
  listInvoices: async ({ tx, query, now, actor }) => {
    const rows = await readAsFormerOf({ tx, actor }, query, () => listDocuments(tx, query))
    return sortedPage(rows, query.limit, (row) => presentDocument(row, { now, actor }))
  },
  invoiceSummary: async (call) => {
    const [former, platform, sums] = await Promise.all([
      formerPartners(call),
      lastPlatform(call),
      readAsFormerOf(call, call.query, () => documentSums(call.tx, call.query)),
    ])
    return { ...sums, lastPlatform: platform, former }
  },
  handOver: async (call) => ({ count: await handOverDocuments(call, call.body) }),
  undoHandover: async (call) => ({ count: await undoHandover(call, call.body) }),
  recordPlatformStatus: async (call) => {
    const { tx, now, actor, params } = call
    await recordPlatformStatus(call, params.id, call.body)
    const row = await findDocument(tx, params.id)
    if (!row) throw new Refusal('not_found', m.noSuchDocument())
    return presentDocument(row, { now, actor })
  },
  documentFile: async (call) => {
    return { file: await storedFile(call, call.params.id, 'file_id'), inline: true, cache: 'private, no-store' }
  },
  documentXml: async (call) => {
    return { file: await storedFile(call, call.params.id, 'xml_file_id'), inline: false, cache: 'private, no-store' }
  },
  invoicesCsv,
  invoicesZip,
}

export const invoiceSlice = slice({
  routes: invoiceRoutes,
  handlers: invoiceHandlers,
  mails: invoiceEventHandlers,
  background: invoiceBackgroundHandlers,
  constraints: { invoices_mandate_in_force: ['payouts_changed', m.mandateEnded] },
  personalData: invoiceData,
})
