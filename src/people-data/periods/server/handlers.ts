import { checkConfirmed, withConfirmation } from '#accounts/auth/server/guards.ts'
import { erasedPeople, keptOfErased } from '#people-data/register/server/kept-queries.ts'
import { asSystem } from '#platform/server/http/as-system.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import { periodRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { choosePeriod, confirmPeriods } from './commands.ts'
import { periodData } from './personal-data.ts'
import { periodState } from './queries.ts'

const handlers: Handlers<typeof periodRoutes> = {
  listPeriods: (call) => asSystem(call, ({ tx, now }) => periodState(tx, call.portal.personalData, now)),
  listKept: (call) =>
    asSystem(call, async ({ tx, now }) => {
      const bounds = pageBounds(call.query)
      const people = await erasedPeople(tx, bounds)
      const kept = await keptOfErased(tx, call.portal.personalData, { people: people.slice(0, bounds.limit), now })
      return newestPage(people, bounds.limit, ({ id, label, created_at }) => ({
        id,
        label,
        erasedAt: created_at.toISOString(),
        tables: kept.get(id) ?? [],
      }))
    }),
  choosePeriod: (call) => choosePeriod(call, call.params.name, call.body),
  confirmPeriods: ({ body: { days, ...proof }, ...call }) =>
    withConfirmation(call, proof, async (context, confirmation) => {
      await confirmPeriods(context, days)
      checkConfirmed(confirmation, m.toConfirmPeriods())
    }),
}

export const periodSlice = slice({ routes: periodRoutes, handlers, personalData: periodData })
