import type { FastifyInstance } from 'fastify'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { partnerOf } from '#platform/server/transaction.ts'
import { tierChangeRoutes } from '../api/tier-changes.ts'
import { tierRoutes } from '../api/tiers.ts'
import { saveTiers } from './commands.ts'
import { presentEditable, presentStanding, presentTier } from './present.ts'
import { previewTiers } from './preview.ts'
import { allTiers, readStanding } from './queries.ts'

export const tierHandlers: Handlers<typeof tierRoutes> = {
  listTiers: async ({ tx }) => ({ tiers: (await allTiers(tx)).map(presentTier) }),
  myStanding: async (call) => presentStanding(await readStanding(call.tx, partnerOf(call).id)),
}

export const tierChangeHandlers: Handlers<typeof tierChangeRoutes> = {
  listEditableTiers: async ({ tx }) => ({ tiers: (await allTiers(tx)).map(presentEditable) }),
  saveTiers: async (call) => {
    await saveTiers(call, call.body)
    return { tiers: (await allTiers(call.tx)).map(presentTier) }
  },
  previewTiers: ({ tx, body }) => previewTiers(tx, body.tiers),
}

export function registerTiers(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, tierRoutes, tierHandlers)
  bind(app, portal, tierChangeRoutes, tierChangeHandlers)
}
