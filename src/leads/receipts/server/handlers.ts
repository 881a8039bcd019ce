import { isShown } from '#leads/leads/server/restricted-guards.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { leadReceiptRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { ensureReceipt } from './make-receipt.ts'
import { leadReceiptData } from './personal-data.ts'
import { findRegistration } from './queries.ts'

const handlers: Handlers<typeof leadReceiptRoutes> = {
  async leadReceipt({ portal, actor, session, params }) {
    const registration = await portal.database.asActor(actor, (tx) => findRegistration(tx, params.id))
    if (!registration || !isShown(registration, { actor, sessionId: session?.id ?? null }))
      throw new Refusal('not_found', m.unknownLead())
    if (registration.erased_at) throw new Refusal('not_found', m.receiptErased())
    return { file: await ensureReceipt(portal, registration), cache: 'private, no-store' }
  },
}

export const leadReceiptSlice = slice({ routes: leadReceiptRoutes, handlers, personalData: leadReceiptData })
