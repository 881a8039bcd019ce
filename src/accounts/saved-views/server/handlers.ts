import type { FastifyInstance } from 'fastify'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { savedViewRoutes } from '../api.ts'
import { deleteView, saveView } from './commands.ts'
import { savedViews } from './queries.ts'

export const savedViewHandlers: Handlers<typeof savedViewRoutes> = {
  listSavedViews: async ({ tx }) => ({ views: await savedViews(tx) }),
  saveView: (call) => saveView(call, call.body),
  deleteSavedView: (call) => deleteView(call, call.params.id),
}

export function registerSavedViews(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, savedViewRoutes, savedViewHandlers)
}
