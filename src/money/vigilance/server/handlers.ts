import { partnerOf } from '#access/server/acting.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { type VigilanceDocument, vigilanceRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { refuseDocument, requestDocuments, submitDocument, verifyDocument, withdrawRequest } from './commands.ts'
import { vigilanceEventHandlers } from './event-handlers.ts'
import { vigilanceData } from './personal-data.ts'
import { presentDocument } from './present.ts'
import { findDocument, readDocuments, vigilanceBlocks } from './queries.ts'

async function documentNow(call: Call, id: string): Promise<VigilanceDocument> {
  const row = await findDocument(call.tx, id)
  if (!row) throw new Refusal('not_found', m.noSuchDocument())
  return presentDocument(row, call)
}

async function ofPartner(call: Call, partnerId: string) {
  const { tx, now } = call
  const [rows, blocks] = await Promise.all([readDocuments(tx, partnerId), vigilanceBlocks(tx, now, [partnerId])])
  return { documents: rows.map((row) => presentDocument(row, call)), blocks: [...(blocks.get(partnerId) ?? [])] }
}

const vigilanceHandlers: Handlers<typeof vigilanceRoutes> = {
  ownDocuments: (call) => ofPartner(call, partnerOf(call).id),
  submitDocument: async (call) => documentNow(call, await submitDocument(call, call.body)),
  partnerDocuments: async (call) => {
    const { tx, params } = call
    const partner = await tx
      .selectFrom(partnerContacts.as('p'))
      .select(['partner_id as id', 'full_name as name'])
      .where('partner_id', '=', params.id)
      .where('partner_deleted_at', 'is', null)
      .executeTakeFirst()
    if (!partner) throw new Refusal('not_found', m.noSuchCompany())
    return { partner: { ...partner, deleted: false }, ...(await ofPartner(call, params.id)) }
  },
  requestDocuments: (call) => requestDocuments(call, call.body),
  vigilanceFile: async ({ portal, actor, params }) => {
    const file = await portal.database.asActor(actor, (tx) =>
      tx
        .selectFrom('vigilance_documents as d')
        .innerJoin('files as f', 'f.id', 'd.file_id')
        .selectAll('f')
        .where('d.id', '=', params.id)
        .executeTakeFirst(),
    )
    if (!file) throw new Refusal('not_found', m.noSuchDocument())
    return { file, inline: true, cache: 'private, no-store' }
  },
  verifyDocument: async (call) => {
    await verifyDocument(call, call.params.id)
    return documentNow(call, call.params.id)
  },
  refuseDocument: async (call) => {
    await refuseDocument(call, call.params.id, call.body)
    return documentNow(call, call.params.id)
  },
  withdrawRequest: async (call) => {
    await withdrawRequest(call, call.params.id)
    return documentNow(call, call.params.id)
  },
}

export const vigilanceSlice = slice({
  routes: vigilanceRoutes,
  handlers: vigilanceHandlers,
  mails: vigilanceEventHandlers,
  constraints: { vigilance_documents_open_once: ['document_in_check', m.documentInCheck] },
  personalData: vigilanceData,
})
