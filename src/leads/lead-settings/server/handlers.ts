import type { FastifyInstance } from 'fastify'
import { presentReadable } from '#leads/offers/server/present.ts'
import { readOffers } from '#leads/offers/server/queries.ts'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { leadSettingsRoutes } from '../api.ts'

const leadSettingsHandlers: Handlers<typeof leadSettingsRoutes> = {
  leadSettings: async ({ tx, actor }) => {
    const isStaff = actor.kind === 'admin'
    return { offers: (await readOffers(tx)).map((row) => presentReadable(row, isStaff)) }
  },
}

export function registerLeadSettings(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, leadSettingsRoutes, leadSettingsHandlers)
}
