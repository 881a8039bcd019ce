import type { FastifyInstance } from 'fastify'
import { settingsRoutes } from '#api/settings.ts'
import type { Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import type { Portal } from '../portal.ts'
import { saveSettings } from './commands.ts'
import { currentSettings } from './queries.ts'

export const settingsHandlers: Handlers<typeof settingsRoutes> = {
  getSettings: ({ tx }) => currentSettings(tx),
  saveSettings: async (call) => {
    await saveSettings(call, call.body)
    return currentSettings(call.tx)
  },
}

export function registerSettings(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, settingsRoutes, settingsHandlers)
}
