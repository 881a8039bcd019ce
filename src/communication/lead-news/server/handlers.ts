import { personOf } from '#access/server/acting.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { unreadRoutes } from '../api/unread.ts'
import { readLeads } from './commands.ts'
import { newsEventHandlers } from './event-handlers.ts'
import { leadNewsData } from './personal-data.ts'
import { unreadLeadIds } from './queries.ts'

const unreadHandlers: Handlers<typeof unreadRoutes> = {
  unreadLeads: (call) => unreadLeadIds(call.tx, personOf(call).userId),
  readLead: (call) => readLeads(call, { leadId: call.params.id, part: call.query.part ?? null }),
  readAllLeads: (call) => readLeads(call, { leadId: null, part: null }),
}

export const unreadSlice = slice({
  routes: unreadRoutes,
  handlers: unreadHandlers,
  mails: newsEventHandlers,
  personalData: leadNewsData,
})
