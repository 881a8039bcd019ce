import type { FastifyInstance } from 'fastify'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { leadImportRoutes } from '../api.ts'
import { importLeads } from './import-commands.ts'
import { validateRows } from './validate-rows.ts'

const importHandlers: Handlers<typeof leadImportRoutes> = {
  checkImport: async (call) => ({ rows: (await validateRows(call, call.body)).map(({ row }) => row) }),
  importLeads: async (call) => ({ rows: await importLeads(call, call.body) }),
}

export function registerLeadImport(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, leadImportRoutes, importHandlers)
}
