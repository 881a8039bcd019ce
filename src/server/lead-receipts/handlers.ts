import type { FastifyInstance } from 'fastify'
import { leadReceiptRoutes } from '#api/lead-receipts.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import type { Portal } from '../portal.ts'
import { receiptOf } from './make-receipt.ts'
import { findRegistration } from './queries.ts'

const handlers: Handlers<typeof leadReceiptRoutes> = {
  async leadReceipt({ portal, actor, params }) {
    const registration = await portal.database.asActor(actor, (tx) => findRegistration(tx, params.id))
    if (!registration) throw new Refusal('not_found', 'There is no such lead.')
    return { file: await receiptOf(portal, registration), cache: 'private, no-store' }
  },
}

export function registerLeadReceipts(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, leadReceiptRoutes, handlers)
}
