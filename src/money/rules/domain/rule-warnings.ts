import { basisPoints, type Cents, commissionAmount, formatEuros, percentText } from '#platform/domain/money.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'
import type { RuleDefinition } from './definition.ts'

/** The highest rate that a rule can give, in hundredths of a percent. */
function highestRate({ rate }: RuleDefinition, topTierPercent: number): number {
  if (rate === null) return 0
  return basisPoints('percent' in rate ? rate.percent : topTierPercent)
}

/** What rate and percentages of bonuses come to together, in hundredths of a percent of the revenue. */
function percentages({ bonuses }: RuleDefinition, rateBasisPoints: number): number {
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

/**
 * Where a valid rule could pay more than the revenue: sentences that whoever publishes it has to confirm, beside their field.
 * `topTierPercent` is the rate of the highest tier.
 */
export function ruleWarnings(rule: RuleDefinition, topTierPercent: number): FieldError[] {
  const { fixedCents, bonuses } = rule
  const rate = highestRate(rule, topTierPercent)
  const warnings: FieldError[] = []
  const together = percentages(rule, rate)
  if (together > 10_000) {
    warnings.push({ path: 'rate', message: m.warnRatesAboveRevenue({ percent: percentText(together / 100) }) })
  }
  if (fixedCents !== null) {
    const amount = breakEven(fixedCents, rate)
    const message = amount === null ? m.warnFixedAlways() : m.warnFixedBelow({ amount: formatEuros(amount) })
    warnings.push({ path: 'fixedCents', message })
  }
  for (const [index, { measure, from, pays }] of bonuses.entries()) {
    if (measure !== 'revenue' || !('cents' in pays)) continue
    const paid = commissionAmount(from, rate / 100) + pays.cents
    if (paid <= from) continue
    const message = m.warnBonusAboveRevenue({ from: formatEuros(from), paid: formatEuros(paid) })
    warnings.push({ path: `bonuses.${index}.pays.cents`, message })
  }
  return warnings
}
