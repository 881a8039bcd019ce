import type { FastifyInstance } from 'fastify'
import { leadImportRoutes } from '#contract/lead-import.ts'
import type { Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import type { Portal } from '../portal.ts'
import { importLeads } from './import-commands.ts'
import { judgeRows } from './import-judge.ts'

const importHandlers: Handlers<typeof leadImportRoutes> = {
  checkImport: async (call) => ({ rows: (await judgeRows(call, call.body)).map(({ row }) => row) }),
  importLeads: async (call) => ({ rows: await importLeads(call, call.body) }),
}

export function registerLeadImport(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, leadImportRoutes, importHandlers)
}
