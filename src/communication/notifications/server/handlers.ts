import { partnerMay } from '#access/domain/abilities.ts'
import { system } from '#access/domain/actor.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { personOf } from '#access/server/acting.ts'
import { refuseUnless } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { openUnsubscribe } from '#platform/server/mail/unsubscribe-link.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { newsRoutes } from '../api/news.ts'
import { notificationRoutes } from '../api/notifications.ts'
import { newsKindsFor, newsKindsWithoutLeads, newsTiming } from '../domain/news-mail.ts'
import { notificationKindsFor } from '../domain/notifications.ts'
import { saveChoices, saveNewsSettings, saveNewsTiming, switchOff } from './commands.ts'
import { notificationData } from './personal-data.ts'
import { newsChoices, newsSettings, switchedOff, toldOfColleagues } from './queries.ts'

async function ownChoices(call: Call) {
  const person = personOf(call)
  const choices = { switchedOff: await switchedOff(call.tx, person.userId) }
  if (person.kind !== 'partner' || person.partner.role === 'owner') return { ...choices, ...(await ofColleagues(call)) }
  return { ...choices, kinds: notificationKindsFor(person.partner.role), ...(await ofColleagues(call)) }
}

/** Whether the caller is told about leads of their colleagues, where they have any. */
async function ofColleagues({ tx, actor }: Call): Promise<{ colleaguesLeads?: boolean }> {
  const isTold = actor.kind === 'partner' ? await toldOfColleagues(tx, actor) : null
  return isTold === null ? {} : { colleaguesLeads: isTold }
}

const notificationHandlers: Handlers<typeof notificationRoutes> = {
  getNotifications: ownChoices,
  saveNotifications: async (call) => {
    await saveChoices(call, call.body.switchedOff, call.body.colleaguesLeads)
    return ownChoices(call)
  },
  unsubscribe: async ({ portal, request, query }) => {
    const { userId, kind } = openUnsubscribe(portal.config, query.token)
    await withTransaction(portal, system, (context) => switchOff(context, userId, kind), { requestId: request.id })
  },
  /** Mail scanners open links, so opening one changes nothing. */
  openUnsubscribe: async () => `${pagePaths.home}?account=notifications`,
}

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

export const notificationSlice = slice({
  routes: notificationRoutes,
  handlers: notificationHandlers,
  personalData: notificationData,
})
export const newsMailSlice = slice({ routes: newsRoutes, handlers: newsHandlers })
