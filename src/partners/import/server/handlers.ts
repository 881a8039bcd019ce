import type { FastifyInstance } from 'fastify'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { partnerImportRoutes } from '../api.ts'
import { checkInvitations, importInvitations } from './commands.ts'

const partnerImportHandlers: Handlers<typeof partnerImportRoutes> = {
  checkInvitations: async (call) => ({ rows: (await checkInvitations(call, call.body.rows)).map(({ row }) => row) }),
  importInvitations: async (call) => ({ rows: await importInvitations(call, call.body.rows) }),
}

export function registerPartnerImport(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, partnerImportRoutes, partnerImportHandlers)
}
