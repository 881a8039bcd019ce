import type { FastifyInstance } from 'fastify'
import { system } from '#platform/domain/actor.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { bind, type Call, type Handlers } from '#platform/server/http/bind.ts'
import { openUnsubscribe } from '#platform/server/mail/unsubscribe-link.ts'
import type { Portal } from '#platform/server/portal.ts'
import { personOf, withTransaction } from '#platform/server/transaction.ts'
import { notificationRoutes } from '../api.ts'
import { saveChoices, switchOff } from './commands.ts'
import { switchedOff } from './queries.ts'

const ownChoices = async (call: Call) => ({ switchedOff: await switchedOff(call.tx, personOf(call).userId) })

export const notificationHandlers: Handlers<typeof notificationRoutes> = {
  getNotifications: ownChoices,
  saveNotifications: async (call) => {
    await saveChoices(call, call.body.switchedOff)
    return ownChoices(call)
  },
  unsubscribe: async ({ portal, request, query }) => {
    const { userId, kind } = openUnsubscribe(portal.config, query.token)
    await withTransaction(portal, system, (context) => switchOff(context, userId, kind), { requestId: request.id })
  },
  /** Mail scanners open links, so opening one changes nothing. */
  openUnsubscribe: async () => `${pagePaths.home}?account=notifications`,
}

export function registerNotifications(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, notificationRoutes, notificationHandlers)
}
