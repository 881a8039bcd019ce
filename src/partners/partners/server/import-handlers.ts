import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { partnerImportRoutes } from '../api/import.ts'
import { checkInvitations, importInvitations } from './import-commands.ts'

const partnerImportHandlers: Handlers<typeof partnerImportRoutes> = {
  checkInvitations: async (call) => ({ rows: (await checkInvitations(call, call.body.rows)).map(({ row }) => row) }),
  importInvitations: async (call) => ({ rows: await importInvitations(call, call.body.rows) }),
}

export const partnerImportSlice = slice({ routes: partnerImportRoutes, handlers: partnerImportHandlers })
