import { everyone } from '#platform/domain/audience.ts'
import { fieldRefusal, Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { TiersForm } from '../api/tier-changes.ts'
import { sameTier, sameTiers, type TierDraft, withRanges } from '../domain/tiers-draft.ts'
import { m } from '../messages/messages.ts'
import { lockTiers, type StoredTier } from './queries.ts'

/** Tiers are updated in place, because resources and commissions reference them. */
export function checkSamePlaces(tiers: readonly { readonly id: string }[], drafts: readonly { readonly id: string }[]): void {
  if (tiers.length === drafts.length && tiers.every((tier, index) => tier.id === drafts[index]?.id)) return
  const message = m.tiersKeepTheirPlaces()
  throw fieldRefusal('tiers', message)
}

/** Writes the tiers that differ, each in its place. */
export async function writeTiers(
  tx: TransactionContext['tx'],
  before: readonly StoredTier[],
  drafts: readonly (TierDraft & { readonly id: string })[],
): Promise<void> {
  const after = withRanges(drafts)
  for (const [index, tier] of after.entries()) {
    const old = before[index]
    if (sameTier(tier, old) && tier.maxRevenueCents === old?.maxRevenueCents) continue
    await tx
      .updateTable('partner_tiers')
      .set({
        name: tier.name,
        ...(tier.names === undefined ? {} : { names: JSON.stringify(tier.names) }),
        min_revenue_cents: tier.minRevenueCents,
        max_revenue_cents: tier.maxRevenueCents,
        commission_rate: tier.commissionRate,
      })
      .where('id', '=', tier.id)
      .execute()
  }
}

/**
 * Changes names, thresholds and rates of all tiers. Existing commissions keep their rate and the names of their tier. Refuses
 * `tiers_changed_meanwhile` if the tiers differ from `expected`.
 */
export async function saveTiers(context: TransactionContext, { tiers: drafts, expected }: TiersForm): Promise<void> {
  const { tx } = context
  const before = await lockTiers(tx)
  checkSamePlaces(before, drafts)
  if (!sameTiers(before, expected)) {
    throw new Refusal('tiers_changed_meanwhile', m.tiersChangedMeanwhile())
  }
  if (sameTiers(before, drafts)) return
  await writeTiers(tx, before, drafts)
  await context.recordEvent({
    name: 'tiers.changed',
    subjectId: null,
    audience: everyone,
    before: { tiers: expected },
    after: { tiers: drafts },
  })
}
