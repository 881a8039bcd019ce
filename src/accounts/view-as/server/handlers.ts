import type { FastifyInstance } from 'fastify'
import { system } from '#platform/domain/actor.ts'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { personOf, withTransaction } from '#platform/server/transaction.ts'
import { viewRoutes } from '../api.ts'
import { endView, startView } from './commands.ts'

/** The row belongs to the session, which no role of a person may write. */

export const viewHandlers: Handlers<typeof viewRoutes> = {
  startView: async ({ portal, actor, session, request, params }) => {
    if (!session) return
    const view = { sessionId: session.id, partnerId: params.id }
    await withTransaction(portal, system, (context) => startView(context, view), {
      behalfOf: personOf({ actor }).userId,
      requestId: request.id,
    })
  },
  endView: async ({ portal, session, request }) => {
    if (!session) return
    await withTransaction(portal, system, (context) => endView(context, session.id), {
      behalfOf: session.viewerId ?? session.userId,
      requestId: request.id,
    })
  },
}

/** Looking at the portal as a partner. */
export function registerViews(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, viewRoutes, viewHandlers)
}
