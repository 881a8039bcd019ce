import type { FastifyInstance } from 'fastify'
import { Refusal } from '#platform/domain/refusal.ts'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { leadReceiptRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { ensureReceipt } from './make-receipt.ts'
import { findRegistration } from './queries.ts'

const handlers: Handlers<typeof leadReceiptRoutes> = {
  async leadReceipt({ portal, actor, params }) {
    const registration = await portal.database.asActor(actor, (tx) => findRegistration(tx, params.id))
    if (!registration) throw new Refusal('not_found', m.unknownLead())
    return { file: await ensureReceipt(portal, registration), cache: 'private, no-store' }
  },
}

export function registerLeadReceipts(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, leadReceiptRoutes, handlers)
}
