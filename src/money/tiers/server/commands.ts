import { rulesByTiers } from '#money/rules/server/rule-queries.ts'
import { everyone } from '#platform/domain/audience.ts'
import { fieldRefusal, Refusal } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { TiersForm } from '../api/tier-changes.ts'
import { sameTier, sameTiers, type TierDraft, withRanges } from '../domain/tiers-draft.ts'
import { m } from '../messages/messages.ts'
import { archivedTiers, lockTiers, namedTiers, type StoredTier } from './queries.ts'
import { tellOfTiers } from './tell-commands.ts'

/** A tier of a list that is saved; without an id a new one. */
export type WrittenTier = TierDraft & { readonly id?: string | undefined }

/** Refuses ids of no tier, and an id twice. */
export async function checkIds(
  { tx }: Pick<TransactionContext, 'tx'>,
  before: readonly StoredTier[],
  drafts: readonly WrittenTier[],
): Promise<void> {
  const ids = drafts.flatMap(({ id }) => id ?? [])
  const unknown = ids.filter((id) => !before.some((tier) => tier.id === id))
  const archived = unknown.length === 0 ? [] : (await archivedTiers(tx)).map(({ id }) => id)
  const isKnown = unknown.every((id) => archived.includes(id)) && new Set(ids).size === ids.length
  if (!isKnown) throw fieldRefusal('tiers', m.tierNotKnown())
}

/**
 * Makes a list the tiers: those that differ are written, new ones added, archived ones brought back. What is no longer there is
 * archived where something names it, else deleted.
 */
export async function writeTiers(
  { tx, now }: TransactionContext,
  before: readonly StoredTier[],
  drafts: readonly WrittenTier[],
): Promise<void> {
  const gone = before.filter(({ id }) => drafts.every((draft) => draft.id !== id)).map(({ id }) => id)
  if (gone.length > 0) {
    // What is about to name one of them is waited for.
    await tx.selectFrom('partner_tiers').select('id').where('id', 'in', gone).forUpdate().execute()
    const archived = [...(await namedTiers(tx, gone))]
    const deleted = gone.filter((id) => !archived.includes(id))
    const update = tx.updateTable('partner_tiers').set({ tier_order: null, archived_at: now })
    if (archived.length > 0) await update.where('id', 'in', archived).execute()
    if (deleted.length > 0) await tx.deleteFrom('partner_tiers').where('id', 'in', deleted).execute()
  }
  for (const [index, { id, ...tier }] of withRanges(drafts).entries()) {
    const old = before.find((each) => each.id === id)
    const tierOrder = index + 1
    if (sameTier(tier, old) && tier.maxRevenueCents === old?.maxRevenueCents && tierOrder === old.tierOrder) continue
    const values = {
      name: tier.name,
      tier_order: tierOrder,
      archived_at: null,
      commission_rate: tier.commissionRate,
      min_revenue_cents: tier.minRevenueCents,
      max_revenue_cents: tier.maxRevenueCents,
      ...(tier.names === undefined ? {} : { names: JSON.stringify(tier.names) }),
    }
    if (id) await tx.updateTable('partner_tiers').set(values).where('id', '=', id).execute()
    else
      await tx
        .insertInto('partner_tiers')
        .values({ ...values, id: newId() })
        .execute()
  }
}

/** Refuses to be without tiers while a rule pays at their rate, by the names of what such rules are for. */
async function checkRulesPay(context: TransactionContext): Promise<void> {
  const rules = await rulesByTiers(context)
  const names = rules.map(({ name }) => name).join(', ')
  if (rules.length > 0) throw fieldRefusal('tiers', m.tiersNeeded({ names }))
}

/**
 * Saves the whole list of tiers, and tells those whom they pay. Existing commissions keep their rate and the names of their
 * tier. Refuses `tiers_changed_meanwhile` if the tiers differ from `expected`.
 */
export async function saveTiers(context: TransactionContext, { tiers: drafts, expected }: TiersForm): Promise<void> {
  const before = await lockTiers(context.tx)
  await checkIds(context, before, drafts)
  if (!sameTiers(before, expected)) {
    throw new Refusal('tiers_changed_meanwhile', m.tiersChangedMeanwhile())
  }
  if (sameTiers(before, drafts) && before.every(({ id }, index) => id === drafts[index]?.id)) return
  if (drafts.length === 0) await checkRulesPay(context)
  await writeTiers(context, before, drafts)
  await context.recordEvent({
    name: 'tiers.changed',
    subjectId: null,
    audience: everyone,
    before: { tiers: expected },
    after: { tiers: drafts },
  })
  await tellOfTiers(context, before, drafts)
}
