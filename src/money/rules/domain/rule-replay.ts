import type { Cents } from '#platform/domain/money.ts'
import { emptyBook } from './book.ts'
import type { RuleDefinition, RuleVersion } from './definition.ts'
import { takeFacts } from './engine.ts'
import { type PastLead, pastFacts, type TellingTime } from './past-leads.ts'

export interface RuleReplay {
  /** What a partner's commissions of these leads come to, and would come to. */
  readonly nowCents: Cents
  readonly thenCents: Cents
  /** How much of it would be fixed sums and bonuses. */
  readonly fixedCents: Cents
  readonly bonusCents: Cents
}

/**
 * What a rule would have paid a partner for past leads. A rule by tiers keeps the rate of each lead, since the revenue that
 * counts is the same under it. Clients who leave are told as clawbacks, so that reductions make no difference. `bonusCents`: what
 * the partner's bonuses have come to.
 */
export function replayRule(
  definition: RuleDefinition,
  leads: readonly PastLead[],
  { bonusCents = 0, ...time }: TellingTime & { readonly bonusCents?: Cents },
): RuleReplay {
  const rules: RuleVersion[] = [
    { ruleId: 'draft', version: 1, validFrom: '0000-01-01', partnerId: null, offer: null, definition },
  ]
  const tiersOf = new Map(
    leads.map(({ leadId, ratePercent, tierName }) => [
      leadId,
      [{ name: tierName, minRevenueCents: 0, maxRevenueCents: null, commissionRate: ratePercent }],
    ]),
  )
  const facts = pastFacts(leads, definition.base, time).map(({ fact }) => ({
    fact,
    programme: { rules, tiers: tiersOf.get(fact.leadId) ?? [] },
  }))
  const { lines: made } = takeFacts(emptyBook, facts)
  const kinds = new Map(made.map(({ id, kind }) => [id, kind]))
  const sums = { fixed: 0, bonus: 0, all: 0 }
  for (const { id, reverses, amountCents } of made) {
    const kind = kinds.get(reverses ?? id)
    sums.all += amountCents
    if (kind === 'fixed' || kind === 'bonus') sums[kind] += amountCents
  }
  const nowCents = leads.reduce(
    (total, { lines }) => lines.reduce((some, { amountCents }) => some + amountCents, total),
    bonusCents,
  )
  return { nowCents, thenCents: sums.all, fixedCents: sums.fixed, bonusCents: sums.bonus }
}
