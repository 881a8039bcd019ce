import type { FastifyInstance } from 'fastify'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { reminderRoutes } from '../api.ts'
import { remindContracts, remindInvitations } from './commands.ts'

export const reminderHandlers: Handlers<typeof reminderRoutes> = {
  remindContracts: (call) => remindContracts(call, call.body.ids),
  remindInvitations: (call) => remindInvitations(call, call.body.ids),
}

export function registerReminders(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, reminderRoutes, reminderHandlers)
}
