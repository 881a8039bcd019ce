import { type Earner, tellOfTerms } from '#communication/notifications/server/terms-commands.ts'
import { readOffers } from '#leads/offers/server/queries.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { changedRules } from '../domain/changed-rules.ts'
import type { RuleVersion } from '../domain/definition.ts'
import { allVersions } from './account-queries.ts'

export async function openOffers({ tx }: TransactionContext): Promise<string[]> {
  return (await readOffers(tx)).flatMap(({ key, archived_at }) => (archived_at === null ? key : []))
}

/** Partners without rules of their own all have the same. */
export function perOwnRules<T>(rules: readonly RuleVersion[], find: (partnerId: string) => T): (partner: Earner) => T {
  const owners = new Set(rules.flatMap(({ partnerId }) => partnerId ?? []))
  const found = new Map<string, T>()
  return ({ id }) => {
    const key = owners.has(id) ? id : ''
    const known = found.get(key)
    if (known !== undefined) return known
    const result = find(id)
    found.set(key, result)
    return result
  }
}

/** Tells those whose leads are paid by another rule from a day on. `before`: the versions before the change. */
export async function tellOfRules(
  context: TransactionContext,
  before: readonly RuleVersion[],
  day: string,
  { isWithdrawn = false }: { readonly isWithdrawn?: boolean } = {},
): Promise<void> {
  const [after, offers] = [await allVersions(context.tx), await openOffers(context)]
  const rulesOf = perOwnRules([...before, ...after], (partnerId) => changedRules(before, after, { partnerId, offers, day }))
  await tellOfTerms(context, (partner) => {
    const rules = rulesOf(partner)
    return rules.length === 0 ? null : { firstDay: day, about: 'rules', rules, isWithdrawn }
  })
}
