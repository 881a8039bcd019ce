import { basisPoints, type Cents, formatEuros, percentOf, percentText } from '#platform/domain/money.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'
import { type BonusDefinition, countsAll, type RuleDefinition, type RuleVersion } from './definition.ts'

/** The highest rate that a rule can give, in hundredths of a percent. */
function highestRate({ rate }: RuleDefinition, topTierPercent: number): number {
  if (rate === null) return 0
  return basisPoints('percent' in rate ? rate.percent : topTierPercent)
}

/** What rate and percentages of bonuses come to together, in hundredths of a percent of the revenue. */
function percentages(bonuses: readonly BonusDefinition[], rateBasisPoints: number): number {
  return bonuses.reduce((sum, { measure, pays }) => {
    if (!('percent' in pays)) return sum
    const bonus = basisPoints(pays.percent)
    return sum + (measure === 'amount' ? Math.ceil((bonus * rateBasisPoints) / 10_000) : bonus)
  }, rateBasisPoints)
}

/** The revenue below which rate and fixed sum come to more than it; null where they always do. */
function breakEven(fixedCents: Cents, rateBasisPoints: number): Cents | null {
  const kept = 10_000 - rateBasisPoints
  return kept <= 0 ? null : Number((BigInt(fixedCents) * 10_000n + BigInt(kept) - 1n) / BigInt(kept))
}

/** What else pays for the same leads: bonuses over all offers reach the leads of other rules. */
interface Beside {
  /** Rules whose leads the bonuses of this one count. */
  readonly others: readonly RuleDefinition[]
  /** Bonuses of another rule that count the leads of this one. */
  readonly overAll: readonly BonusDefinition[]
}

type Scoped = Pick<RuleVersion, 'partnerId' | 'offer'>
type ScopedRule = Scoped & { readonly definition: RuleDefinition }

/** What pays beside a rule of this scope, of the rules that are in force. */
export function besideRule(rules: readonly ScopedRule[], { partnerId, offer }: Scoped): Beside {
  const ownTerms = (id: string | null) => rules.find((rule) => id !== null && rule.partnerId === id && rule.offer === null)
  if (offer !== null) {
    const home = ownTerms(partnerId) ?? rules.find((rule) => rule.partnerId === null && rule.offer === null)
    return { others: [], overAll: home?.definition.bonuses.filter(countsAll) ?? [] }
  }
  const isReached = (rule: ScopedRule) =>
    rule.offer !== null && (partnerId === null ? !ownTerms(rule.partnerId) : rule.partnerId === partnerId)
  return { others: rules.filter(isReached).map(({ definition }) => definition), overAll: [] }
}

/** The most that rate and percentages can come to for a lead, of this rule or of one whose leads its bonuses count. */
function maxTogether(rule: RuleDefinition, topTierPercent: number, { others, overAll }: Beside): number {
  const own = percentages([...rule.bonuses, ...overAll], highestRate(rule, topTierPercent))
  const reaching = rule.bonuses.filter((bonus) => countsAll(bonus) && 'percent' in bonus.pays)
  if (reaching.length === 0) return own
  const reached = others.map((other) =>
    percentages([...other.bonuses.filter((bonus) => !countsAll(bonus)), ...reaching], highestRate(other, topTierPercent)),
  )
  return Math.max(own, ...reached)
}

/** A sum for revenue that comes to more than the revenue, with a rate, when it is reached; null where it does not. */
function sumWarning({ measure, from, pays }: BonusDefinition, rateBasisPoints: number): string | null {
  if (measure !== 'revenue' || !('cents' in pays)) return null
  const paid = percentOf(from, rateBasisPoints / 100) + pays.cents
  return paid <= from ? null : m.warnBonusAboveRevenue({ from: formatEuros(from), paid: formatEuros(paid) })
}

/**
 * Where a valid rule could pay more than the revenue: sentences that whoever publishes it has to confirm, beside their field.
 * `topTierPercent` is the rate of the highest tier. `leastCents`: no deal of its offers is smaller; null where that is not said.
 */
export function ruleWarnings(
  rule: RuleDefinition,
  topTierPercent: number,
  beside: Beside = { others: [], overAll: [] },
  leastCents: number | null = null,
): FieldError[] {
  const { fixedCents, bonuses } = rule
  const rate = highestRate(rule, topTierPercent)
  const highest = Math.max(rate, ...beside.others.map((other) => highestRate(other, topTierPercent)))
  const warnings: FieldError[] = []
  const together = maxTogether(rule, topTierPercent, beside)
  if (together > 10_000) {
    warnings.push({ path: 'rate', message: m.warnRatesAboveRevenue({ percent: percentText(together / 100) }) })
  }
  if (fixedCents !== null) {
    const amount = breakEven(fixedCents, rate)
    if (amount === null) warnings.push({ path: 'fixedCents', message: m.warnFixedAlways() })
    else if (leastCents === null || leastCents < amount) {
      warnings.push({ path: 'fixedCents', message: m.warnFixedBelow({ amount: formatEuros(amount) }) })
    }
  }
  const sums = [
    ...bonuses.map((bonus, index) => ({
      path: `bonuses.${index}.pays.cents`,
      message: sumWarning(bonus, countsAll(bonus) ? highest : rate),
    })),
    ...beside.overAll.map((bonus) => ({ path: 'rate', message: sumWarning(bonus, rate) })),
  ]
  for (const { path, message } of sums) if (message !== null) warnings.push({ path, message })
  return warnings
}

/** The smallest deal of the offers that a rule is for; null where one of them says none. */
export function leastDeal(
  offers: readonly { readonly key: string; readonly leastCents: number | null }[],
  offer: string | null,
): number | null {
  const least = offers.filter(({ key }) => offer === null || key === offer).map(({ leastCents }) => leastCents ?? 0)
  return least.length === 0 ? null : Math.min(...least)
}
