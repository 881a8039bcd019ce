import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { type LeadParts, leadShareRoutes } from '../api.ts'
import { endShare, shareLead } from './commands.ts'
import { leadShareEventHandlers } from './event-handlers.ts'
import { leadShareData } from './personal-data.ts'
import { readParts } from './queries.ts'

const partsNow = async ({ tx }: Call, leadId: string): Promise<LeadParts> => ({ shares: [...(await readParts(tx, leadId))] })

const leadShareHandlers: Handlers<typeof leadShareRoutes> = {
  shareLead: async (call) => {
    await shareLead(call, call.params.id, call.body)
    return partsNow(call, call.params.id)
  },
  endLeadShare: async (call) => {
    await endShare(call, call.params.id, call.params.partnerId)
    return partsNow(call, call.params.id)
  },
}

export const leadShareSlice = slice({
  routes: leadShareRoutes,
  handlers: leadShareHandlers,
  mails: leadShareEventHandlers,
  personalData: leadShareData,
})
