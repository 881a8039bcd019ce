import type { FastifyInstance } from 'fastify'
import { notificationRoutes } from '#api/notifications.ts'
import type { Call, Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import type { Portal } from '../portal.ts'
import { personOf } from '../transaction.ts'
import { saveChoices } from './commands.ts'
import { switchedOff } from './queries.ts'
import { registerUnsubscribe } from './unsubscribe-route.ts'

const ownChoices = async (call: Call) => ({ switchedOff: await switchedOff(call.tx, personOf(call).userId) })

export const notificationHandlers: Handlers<typeof notificationRoutes> = {
  getNotifications: ownChoices,
  saveNotifications: async (call) => {
    await saveChoices(call, call.body.switchedOff)
    return ownChoices(call)
  },
}

export function registerNotifications(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, notificationRoutes, notificationHandlers)
  registerUnsubscribe(app, portal)
}
