import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { leadImportRoutes } from '../api.ts'
import { importLeads } from './import-commands.ts'
import { validateRows } from './validate-rows.ts'

const importHandlers: Handlers<typeof leadImportRoutes> = {
  checkImport: async (call) => ({ rows: (await validateRows(call, call.portal.config, call.body)).map(({ row }) => row) }),
  importLeads: async (call) => ({ rows: await importLeads(call, call.portal.config, call.body) }),
}

export const leadImportSlice = slice({ routes: leadImportRoutes, handlers: importHandlers })
