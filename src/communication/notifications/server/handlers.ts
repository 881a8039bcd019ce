import { system } from '#platform/domain/actor.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { openUnsubscribe } from '#platform/server/mail/unsubscribe-link.ts'
import { personOf, withTransaction } from '#platform/server/transaction.ts'
import { notificationRoutes } from '../api.ts'
import { notificationKindsFor } from '../domain.ts'
import { saveChoices, switchOff } from './commands.ts'
import { switchedOff, toldOfColleagues } from './queries.ts'

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

export const notificationSlice = slice({ routes: notificationRoutes, handlers: notificationHandlers })
