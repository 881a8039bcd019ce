import { saveNewsTiming } from '#communication/notifications/server/commands.ts'
import { newsChoices } from '#communication/notifications/server/queries.ts'
import { partnerMay } from '#platform/domain/partner-abilities.ts'
import { refuseUnless } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { personOf } from '#platform/server/transaction.ts'
import { newsRoutes } from '../api/news.ts'
import { unreadRoutes } from '../api/unread.ts'
import { newsKindsFor, newsKindsWithoutLeads, newsTiming } from '../domain/news.ts'
import { readLeads, saveNewsSettings } from './commands.ts'
import { newsEventHandlers } from './event-handlers.ts'
import { newsSettings, unreadLeadIds } from './queries.ts'

const ownKinds = ({ actor }: Call) => {
  if (!partnerMay(actor, 'leads')) return newsKindsWithoutLeads
  return newsKindsFor(actor.kind === 'partner' ? 'partner' : 'admin')
}

async function ownTimings(call: Call) {
  const choices = await newsChoices(call.tx, personOf(call).userId)
  return { kinds: ownKinds(call).map((kind) => ({ kind, timing: newsTiming(kind, choices) })) }
}

const newsHandlers: Handlers<typeof newsRoutes> = {
  getNewsMail: ownTimings,
  saveNewsMail: async (call) => {
    refuseUnless(ownKinds(call).includes(call.body.kind), 'not_allowed')
    await saveNewsTiming(call, call.body.kind, call.body.timing)
    return ownTimings(call)
  },
  getNewsSettings: ({ tx }) => newsSettings(tx),
  saveNewsSettings: async (call) => {
    await saveNewsSettings(call, call.body)
    return newsSettings(call.tx)
  },
}

const unreadHandlers: Handlers<typeof unreadRoutes> = {
  unreadLeads: (call) => unreadLeadIds(call.tx, personOf(call).userId),
  readLead: (call) => readLeads(call, { leadId: call.params.id, part: call.query.part ?? null }),
  readAllLeads: (call) => readLeads(call, { leadId: null, part: null }),
}

export const newsSlice = slice({ routes: newsRoutes, handlers: newsHandlers, mails: newsEventHandlers })
export const unreadSlice = slice({ routes: unreadRoutes, handlers: unreadHandlers })
