import { nobody } from '#access/domain/personal-data.ts'
import { partnerOf } from '#access/server/acting.ts'
import { rulesInForce } from '#money/rules/domain/choose-rule.ts'
import { paidInYear, rulesFor } from '#money/rules/server/account-queries.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { tierChangeRoutes } from '../api/tier-changes.ts'
import { tierRoutes } from '../api/tiers.ts'
import { m } from '../messages/messages.ts'
import { saveTiers } from './commands.ts'
import { presentEditable, presentStanding, presentTier } from './present.ts'
import { previewTiers } from './preview.ts'
import { allTiers, archivedTiers, namedTiers, programmeRules, readStanding } from './queries.ts'

const tierHandlers: Handlers<typeof tierRoutes> = {
  programmeRules: async ({ tx }) => ({ definitions: await programmeRules(tx) }),
  listTiers: async ({ tx }) => ({ tiers: (await allTiers(tx)).map(presentTier) }),
  myStanding: async (call) => {
    const { id } = partnerOf(call)
    const [own, { rules, zone }] = await Promise.all([readStanding(call.tx, id), rulesFor(call.tx, [id])])
    const day = isoDay(call.now, zone)
    const inForce = rulesInForce(rules, day)
    const capped = inForce.filter(({ definition }) => definition.cap.yearCents !== null).map(({ ruleId }) => ruleId)
    return presentStanding(own, inForce, await paidInYear(call.tx, { partnerId: id, ruleIds: capped, day }))
  },
}

const tierChangeHandlers: Handlers<typeof tierChangeRoutes> = {
  listEditableTiers: async ({ tx }) => {
    const [tiers, archived] = await Promise.all([allTiers(tx), archivedTiers(tx)])
    const named = await namedTiers(
      tx,
      [...tiers, ...archived].map(({ id }) => id),
    )
    return {
      tiers: [
        ...tiers.map((tier) => presentEditable(tier, { isUsed: named.has(tier.id) })),
        ...archived.map(({ archivedAt, ...tier }) => presentEditable(tier, { archivedAt, isUsed: named.has(tier.id) })),
      ],
    }
  },
  saveTiers: async (call) => {
    const change = await saveTiers(call, call.body)
    return {
      tiers: (await allTiers(call.tx)).map(presentTier),
      preview: call.body.dryRun ? await previewTiers(call.tx, change) : null,
    }
  },
}

export const tierSlice = slice({
  routes: tierRoutes,
  handlers: tierHandlers,
  constraints: {
    partner_tiers_contiguous: ['tiers_not_contiguous', m.tiersContiguous],
    partner_tiers_of_rules: ['invalid_input', m.rulesNeedTiers, 'tiers'],
  },
  personalData: {
    partner_tiers: nobody('id name tier_order min_revenue_cents max_revenue_cents commission_rate names archived_at'),
  },
})
export const tierChangeSlice = slice({ routes: tierChangeRoutes, handlers: tierChangeHandlers })
