import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { type Contract, contractRoutes } from '../api/contracts.ts'
import { m } from '../messages/messages.ts'
import * as commands from './commands.ts'
import { contractEventHandlers } from './event-handlers.ts'
import { contractsCsv } from './export.ts'
import { contractFile } from './file-route.ts'
import { contractLink } from './link-route.ts'
import { contractData } from './personal-data.ts'
import { presentContract } from './present.ts'
import { findContract, listContracts } from './queries.ts'

async function reloadContract(call: Call, id: string): Promise<Contract> {
  const row = await findContract(call.tx, id)
  if (!row) throw new Refusal('not_found', m.noSuchContract())
  return presentContract(row, call)
}

const contractHandlers: Handlers<typeof contractRoutes> = {
  listContracts: async (call) =>
    sortedPage(await listContracts(call.tx, call.query), call.query.limit, (row) => presentContract(row, call)),
  assignContract: async (call) => {
    const { id } = await commands.assignContract(call, call.body)
    return reloadContract(call, id)
  },
  validateContract: async (call) => {
    await commands.validateContract(call, call.params.id)
    return reloadContract(call, call.params.id)
  },
  attachScan: async (call) => {
    await commands.attachScan(call, call.params.id, call.body.uploadId)
    return reloadContract(call, call.params.id)
  },
  revokeContract: async (call) => {
    await commands.revokeContract(call, call.params.id, call.body.reason)
    return reloadContract(call, call.params.id)
  },
  deleteContract: (call) => commands.deleteContract(call, call.params.id),
  contractFile,
  contractLink,
  contractsCsv,
}

export const contractSlice = slice({
  routes: contractRoutes,
  handlers: contractHandlers,
  mails: contractEventHandlers,
  personalData: contractData,
})
