import { tellOfTerms } from '#communication/notifications/server/terms-commands.ts'
import { chooseRule } from '#money/rules/domain/choose-rule.ts'
import { isByTier } from '#money/rules/domain/definition.ts'
import { allVersions } from '#money/rules/server/account-queries.ts'
import { openOffers, perOwnRules } from '#money/rules/server/tell-commands.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { currentTier } from '../domain/tiers.ts'
import { payTheSame, type TierDraft, withRanges } from '../domain/tiers-draft.ts'

/** Tells those whom the rate of their tier pays that tiers pay otherwise; what they are called is no term. */
export async function tellOfTiers(
  context: TransactionContext,
  before: readonly TierDraft[],
  after: readonly TierDraft[],
): Promise<void> {
  if (payTheSame(before, after)) return
  const [rules, offers, day] = [
    await allVersions(context.tx),
    await openOffers(context),
    isoDay(context.now, await providerZone(context.tx)),
  ]
  const isPaidByTier = perOwnRules(rules, (partnerId) =>
    offers.some((offer) => isByTier(chooseRule(rules, { partnerId, offer, day }).definition)),
  )
  const draftOf = (tiers: readonly TierDraft[], revenueCents: number): TierDraft | null => {
    const tier = currentTier(withRanges(tiers), revenueCents)
    return tier && levelOf(tier)
  }
  await tellOfTerms(context, (partner) => {
    if (!isPaidByTier(partner)) return null
    const [from, to] = [draftOf(before, partner.revenueCents), draftOf(after, partner.revenueCents)]
    return { firstDay: day, about: 'tiers', tiers: after.map(levelOf), from, to }
  })
}

const levelOf = ({ name, names, minRevenueCents, commissionRate }: TierDraft): TierDraft => ({
  name,
  ...(names && { names }),
  minRevenueCents,
  commissionRate,
})
