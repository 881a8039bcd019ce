import { everyone } from '#access/domain/audience.ts'
import { rulesByTiers } from '#money/rules/server/rule-queries.ts'
import { fieldRefusal, refuseUnless } from '#platform/domain/refusal.ts'
import { listChanges } from '#platform/domain/saved-list.ts'
import { newId } from '#platform/server/ids.ts'
import { mergedList } from '#platform/server/saved-list.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { TiersForm } from '../api/tier-changes.ts'
import { listErrors, maxTiers, sameTier, type TierDraft, withRanges } from '../domain/tiers-draft.ts'
import { m } from '../messages/messages.ts'
import { archivedTiers, lockTiers, namedTiers, type StoredTier } from './queries.ts'
import { tellOfTiers } from './tell-commands.ts'

/** A tier of the list. Its key is its id. */
interface TierItem extends Required<TierDraft> {
  readonly key: string
  readonly names: NonNullable<TierDraft['names']>
  readonly archivedAt: string | null
}

const isOpen = ({ archivedAt }: Pick<TierItem, 'archivedAt'>) => archivedAt === null
const sameItem = (one: TierItem, other: TierItem) => sameTier(one, other) && isOpen(one) === isOpen(other)

/** The list as it is stored, under its lock: the tiers, lowest first, then those that are archived. */
async function lockList({ tx }: Pick<TransactionContext, 'tx'>): Promise<TierItem[]> {
  const tiers = await lockTiers(tx)
  const itemOf = ({ id, name, names, minRevenueCents, commissionRate }: Omit<StoredTier, 'tierOrder' | 'maxRevenueCents'>) => {
    return { key: id, name, names, minRevenueCents, commissionRate }
  }
  return [
    ...tiers.map((tier) => ({ ...itemOf(tier), archivedAt: null })),
    ...(await archivedTiers(tx)).map((tier) => ({ ...itemOf(tier), archivedAt: tier.archivedAt.toISOString() })),
  ]
}

/** Refuses ids of no tier, and an id twice. */
function checkIds(stored: readonly TierItem[], { tiers, expected }: TiersForm): void {
  const ids = tiers.flatMap(({ id }) => id ?? [])
  const isKnown = (id: string) => stored.some(({ key }) => key === id) || expected.some((tier) => tier.id === id)
  if (!ids.every(isKnown) || new Set(ids).size < ids.length) throw fieldRefusal('tiers', m.tierNotKnown())
}

/** The tiers that partners can reach, before and after a change. */
interface TierChange {
  readonly before: readonly ListedDraft[]
  readonly after: readonly ListedDraft[]
  /** Ids of new tiers, which a dry run has made up. */
  readonly added: readonly string[]
}
type ListedDraft = Required<Omit<TierDraft, 'names'>> & { readonly names: TierItem['names']; readonly id: string }

const reachable = (items: readonly TierItem[]): ListedDraft[] =>
  items.filter(isOpen).map(({ key, archivedAt: _, ...tier }) => ({ id: key, ...tier }))

/**
 * Saves the whole list of tiers, and tells those whom they pay. Existing commissions keep their rate and the names of their
 * tier. Refuses `tiers_changed_meanwhile` where somebody else has changed the same since, and `tier_in_use` for one that is
 * missing and something names.
 */
export async function saveTiers(context: TransactionContext, form: TiersForm): Promise<TierChange> {
  const stored = await lockList(context)
  checkIds(stored, form)
  const namesOf = (id: string | undefined) => stored.find(({ key }) => key === id)?.names ?? {}
  const itemOf = ({ id, names, ...tier }: TiersForm['tiers'][number]): TierItem => ({
    ...tier,
    key: id ?? newId(),
    names: names ?? namesOf(id),
  })
  const [wanted, read] = [form.tiers.map(itemOf), form.expected.map(itemOf)]
  const rules = { path: 'tiers', same: sameItem, nameOf: ({ name }: TierItem) => name, code: 'tiers_changed_meanwhile' } as const
  const items = mergedList<TierItem>({ read, wanted, stored }, rules)
  refuseErrors(items, wanted)
  const added = items.map(({ key }) => key).filter((key) => stored.every((tier) => tier.key !== key))
  const change = { before: reachable(stored), after: reachable(items), added }
  if (change.after.length === 0 && change.before.length > 0) await checkRulesPay(context)
  if (await writeTiers(context, stored, items)) {
    const [before, after] = [{ tiers: change.before }, { tiers: change.after }]
    await context.recordEvent({ name: 'tiers.changed', subjectId: null, audience: everyone, before, after })
    await tellOfTiers(context, change.before, change.after)
  }
  return change
}

/** Refuses what is wrong with the list that results, each error where it stands in the request. */
function refuseErrors(items: readonly TierItem[], wanted: readonly TierItem[]): void {
  if (items.filter(isOpen).length > maxTiers) throw fieldRefusal('tiers', m.tooManyTiers({ max: maxTiers }))
  const [error] = listErrors(items)
  if (!error) return
  const [, index = '', field = ''] = /^tiers\.(\d+)\.(.*)$/.exec(error.path) ?? []
  const place = wanted.findIndex(({ key }) => key === items[Number(index)]?.key)
  throw fieldRefusal(place < 0 ? 'tiers' : `tiers.${place}.${field}`, error.message)
}

/** Refuses to be without tiers while a rule pays at their rate, by the names of what such rules are for. */
async function checkRulesPay(context: TransactionContext): Promise<void> {
  const rules = await rulesByTiers(context)
  const names = rules.map(({ name }) => name).join(', ')
  if (rules.length > 0) throw fieldRefusal('tiers', m.tiersNeeded({ names }))
}

/**
 * Makes these the tiers, lowest first; others are archived where something names them, else deleted. An entry without id is a
 * new one. It records nothing: the import of a programme does.
 */
export async function replaceTiers(
  context: TransactionContext,
  tiers: readonly (TierDraft & { readonly id?: string | undefined })[],
): Promise<void> {
  const stored = await lockList(context)
  const wanted = tiers.map(({ id, names, ...tier }): TierItem => {
    const old = stored.find(({ key }) => key === id)
    return { ...tier, key: id ?? newId(), names: names ?? old?.names ?? {}, archivedAt: null }
  })
  const others = stored.filter(({ key }) => !wanted.some((tier) => tier.key === key))
  const named = await lockNamed(context, others)
  const kept = others.filter((tier) => !isOpen(tier) || named.has(tier.key))
  const away = context.now.toISOString()
  await writeTiers(context, stored, [...wanted, ...kept.map((tier) => ({ ...tier, archivedAt: tier.archivedAt ?? away }))])
}

/** Which of these something names; what is about to name one of them is waited for. */
async function lockNamed({ tx }: Pick<TransactionContext, 'tx'>, tiers: readonly TierItem[]): Promise<ReadonlySet<string>> {
  const ids = tiers.map(({ key }) => key)
  if (ids.length === 0) return new Set()
  await tx.selectFrom('partner_tiers').select('id').where('id', 'in', ids).forUpdate().execute()
  return namedTiers(tx, ids)
}

/** Writes what differs, under the lock of the list. Returns whether anything does. */
async function writeTiers(
  context: TransactionContext,
  stored: readonly TierItem[],
  items: readonly TierItem[],
): Promise<boolean> {
  const { tx, now } = context
  const { added, changed, removed, order } = listChanges(stored, items, sameItem)
  if (added.length + changed.length + removed.length === 0 && !order) return false
  const named = await lockNamed(context, removed)
  for (const { key, name } of removed) {
    refuseUnless(!named.has(key), 'tier_in_use', m.tierInUse({ name }))
    await tx.deleteFrom('partner_tiers').where('id', '=', key).execute()
  }
  for (const { before, after } of changed) {
    if (isOpen(after) || !isOpen(before)) continue
    const values = { tier_order: null, archived_at: now }
    await tx.updateTable('partner_tiers').set(values).where('id', '=', after.key).execute()
  }
  const open = withRanges(items.filter(isOpen))
  const ranges = new Map(withRanges(stored.filter(isOpen)).map((tier, index) => [tier.key, { ...tier, index }]))
  for (const [index, tier] of open.entries()) {
    const old = ranges.get(tier.key)
    if (old && sameTier(tier, old) && tier.maxRevenueCents === old.maxRevenueCents && index === old.index) continue
    const values = {
      name: tier.name,
      names: JSON.stringify(tier.names),
      tier_order: index + 1,
      archived_at: null,
      commission_rate: tier.commissionRate,
      min_revenue_cents: tier.minRevenueCents,
      max_revenue_cents: tier.maxRevenueCents,
    }
    if (stored.some(({ key }) => key === tier.key))
      await tx.updateTable('partner_tiers').set(values).where('id', '=', tier.key).execute()
    else
      await tx
        .insertInto('partner_tiers')
        .values({ ...values, id: tier.key })
        .execute()
  }
  return true
}
