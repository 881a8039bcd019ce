import { checkConfirmed, withConfirmation } from '#accounts/auth/server/guards.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import type { Portal } from '#platform/server/portal.ts'
import { erasureRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { confirmErasure, decideMention, planAccountErasure, planErasure, setErasureDays, stopErasure } from './commands.ts'
import { erasureEventHandlers } from './event-handlers.ts'
import { followErasures } from './follow.ts'
import { erasureData } from './personal-data.ts'
import { daysOfPlans, endedAccounts, erasableLeads, listErasures } from './queries.ts'
import { reportOf } from './report.ts'

const erasureHandlers: Handlers<typeof erasureRoutes> = {
  listErasures: async ({ tx, now }) => ({
    items: await listErasures(tx, now),
    days: await daysOfPlans(tx),
  }),
  findErasable: async ({ tx, now, query }) => ({ items: await erasableLeads(tx, query.address, now) }),
  listEndedAccounts: async ({ tx, query }) => {
    const bounds = pageBounds(query)
    return newestPage(await endedAccounts(tx, bounds), bounds.limit, ({ id, full_name, email, company, created_at }) => ({
      id,
      name: full_name,
      email,
      company,
      endedAt: created_at.toISOString(),
    }))
  },
  erasureReport: async ({ tx, now, params }) => {
    const [erasure] = await listErasures(tx, now, params.id)
    if (!erasure?.report) throw new Refusal('not_found', m.noSuchErasure())
    return { content: await reportOf(tx, erasure, erasure.report), mediaType: 'text/plain; charset=utf-8' }
  },
  planErasure: ({ body: { leads, requestId, ...proof }, ...call }) =>
    withConfirmation(call, proof, async (context, confirmation) => {
      const planned = await planErasure(context, { leads, requestId })
      checkConfirmed(confirmation, m.toErase())
      return planned
    }),
  planAccountErasure: ({ body: proof, params: { id }, ...call }) =>
    withConfirmation(call, proof, async (context, confirmation) => {
      const planned = await planAccountErasure(context, id)
      checkConfirmed(confirmation, m.toErase())
      return planned
    }),
  stopErasure: (call) => stopErasure(call, call.params.id),
  confirmErasure: ({ body: proof, params: { id }, ...call }) =>
    withConfirmation(call, proof, (context, confirmation) => confirmErasure(context, { id, confirmation })),
  decideMention: (call) => decideMention(call, { ...call.body, id: call.params.id, secret: call.portal.config.secret }),
  setErasureDays: (call) => setErasureDays(call, call.body.days),
}

/** Goes on with erasures at once, and not only with the next hour. */
const followNow = (_: unknown, portal: Portal) => followErasures(portal, { looksAgain: false })

export const erasureSlice = slice({
  routes: erasureRoutes,
  handlers: erasureHandlers,
  mails: erasureEventHandlers,
  background: {
    'erasure.planned': followNow,
    'erasure.confirmed': followNow,
    'erasure.mention_decided': followNow,
  },
  personalData: erasureData,
})
