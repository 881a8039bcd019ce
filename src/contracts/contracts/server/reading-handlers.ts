import { system } from '#access/domain/actor.ts'
import { originOf } from '#access/server/session.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { type ReadableText, readingRoutes } from '../api/reading.ts'
import { m } from '../messages/messages.ts'
import { recordView } from './signing-commands.ts'
import { findText } from './text-queries.ts'

const readingHandlers: Handlers<typeof readingRoutes> = {
  contractText: async (call) => {
    const { portal, actor, session, request, params } = call
    const text = await portal.database.asActor(actor, (tx) => findText(tx, params.id))
    if (!text) throw new Refusal('not_found', m.noText())
    const isSigner = session?.role === 'partner' && !session.viewerId && text.user_id === session.partner?.id
    if (isSigner && session.partner && request.method === 'GET') {
      const view = {
        contractId: params.id,
        userId: session.userId,
        partnerId: session.partner.id,
        sessionId: session.id,
        way: 'text',
      } as const
      await withTransaction(portal, system, (context) => recordView(context, { ...view, textSha256: text.sha256 }), {
        requestId: request.id,
        behalfOf: session.userId,
        origin: originOf(call),
      })
    }
    const { title, sha256, document_sha256: documentSha256 } = text
    return { title, body: text.body as ReadableText['body'], sha256, documentSha256 }
  },
}

export const readingSlice = slice({ routes: readingRoutes, handlers: readingHandlers })
