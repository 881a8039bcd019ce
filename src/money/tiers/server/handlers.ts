import { rulesInForce } from '#money/rules/domain/choose-rule.ts'
import { rulesFor } from '#money/rules/server/account-queries.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { partnerOf } from '#platform/server/transaction.ts'
import { tierChangeRoutes } from '../api/tier-changes.ts'
import { tierRoutes } from '../api/tiers.ts'
import { saveTiers } from './commands.ts'
import { presentEditable, presentStanding, presentTier } from './present.ts'
import { previewTiers } from './preview.ts'
import { allTiers, archivedTiers, programmeRule, readStanding } from './queries.ts'

const tierHandlers: Handlers<typeof tierRoutes> = {
  programmeRule: async ({ tx }) => ({ definition: await programmeRule(tx) }),
  listTiers: async ({ tx }) => ({ tiers: (await allTiers(tx)).map(presentTier) }),
  myStanding: async (call) => {
    const { id } = partnerOf(call)
    const [own, rules] = await Promise.all([readStanding(call.tx, id), rulesFor(call.tx, [id])])
    return presentStanding(own, rulesInForce(rules.rules, isoDay(call.now, rules.zone)))
  },
}

const tierChangeHandlers: Handlers<typeof tierChangeRoutes> = {
  listEditableTiers: async ({ tx }) => ({ tiers: (await allTiers(tx)).map(presentEditable), archived: await archivedTiers(tx) }),
  saveTiers: async (call) => {
    await saveTiers(call, call.body)
    return { tiers: (await allTiers(call.tx)).map(presentTier) }
  },
  previewTiers: ({ tx, body }) => previewTiers(tx, body.tiers),
}

export const tierSlice = slice({ routes: tierRoutes, handlers: tierHandlers })
export const tierChangeSlice = slice({ routes: tierChangeRoutes, handlers: tierChangeHandlers })
