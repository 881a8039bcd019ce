import type { Cents } from '#platform/domain/money.ts'
import { emptyBook } from './book.ts'
import { chooseRule } from './choose-rule.ts'
import type { RuleDefinition, RuleVersion } from './definition.ts'
import { takeFacts } from './engine.ts'
import { type PastLead, pastFacts, type TellingTime } from './past-leads.ts'

export interface RuleReplay {
  /** How many leads it applies to. */
  readonly leads: number
  /** What a partner's commissions of these leads come to, and would come to. */
  readonly nowCents: Cents
  readonly thenCents: Cents
  /** How much of it would be fixed sums and bonuses. */
  readonly fixedCents: Cents
  readonly bonusCents: Cents
}

type Scope = Pick<RuleVersion, 'partnerId' | 'offer'>
export const everybody: Scope = { partnerId: null, offer: null }

/** A rule that is tried, and those that other leads have. */
export interface Replayed {
  readonly definition: RuleDefinition
  readonly scope: Scope
  readonly others: readonly RuleVersion[]
}

const [draft, always] = ['draft', '0000-01-01']

/** The draft in place of what applies to its scope now. */
function rulesWith({ definition, scope, others }: Replayed): RuleVersion[] {
  const kept = others.filter(({ partnerId, offer }) => partnerId !== scope.partnerId || offer !== scope.offer)
  const tried = { ruleId: draft, version: 1, validFrom: always, ...scope, definition }
  return [tried, ...kept.map((rule) => ({ ...rule, validFrom: always }))]
}

/**
 * What a rule would have paid a partner for the past leads that it applies to. A rule by tiers keeps the rate of each lead, since
 * the revenue that counts is the same under it. Clients who leave are told as clawbacks, so that reductions make no difference.
 * `bonusCents`: what the partner's bonuses have come to.
 */
export function replayRule(
  replayed: Replayed,
  leads: readonly PastLead[],
  { bonusCents = 0, ...time }: TellingTime & { readonly bonusCents?: Cents },
): RuleReplay {
  const rules = rulesWith(replayed)
  const ruleOf = ({ partnerId, offer, signedAt }: PastLead) => chooseRule(rules, { partnerId, offer, day: time.dayOf(signedAt) })
  const tiersOf = new Map(
    leads.map(({ leadId, ratePercent, tierName }) => [
      leadId,
      [{ name: tierName, minRevenueCents: 0, maxRevenueCents: null, commissionRate: ratePercent }],
    ]),
  )
  const facts = pastFacts(leads, (lead) => ruleOf(lead).definition.base, time).map(({ fact }) => ({
    fact,
    programme: { rules, tiers: tiersOf.get(fact.leadId) ?? [] },
  }))
  const made = takeFacts(emptyBook, facts).lines.filter(({ ruleId }) => ruleId === draft)
  const kinds = new Map(made.map(({ id, kind }) => [id, kind]))
  const sums = { fixed: 0, bonus: 0, all: 0 }
  for (const { id, reverses, amountCents } of made) {
    const kind = kinds.get(reverses ?? id)
    sums.all += amountCents
    if (kind === 'fixed' || kind === 'bonus') sums[kind] += amountCents
  }
  const own = leads.filter((lead) => ruleOf(lead).ruleId === draft)
  const nowCents = own.reduce(
    (total, { lines }) => lines.reduce((some, { amountCents }) => some + amountCents, total),
    bonusCents,
  )
  return { leads: own.length, nowCents, thenCents: sums.all, fixedCents: sums.fixed, bonusCents: sums.bonus }
}
