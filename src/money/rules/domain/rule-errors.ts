import { texts } from '#platform/domain/languages.ts'
import { basisPoints, type Cents, formatEuros } from '#platform/domain/money.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { type AmountMessages, amountError, amountMessages } from '#platform/domain/typed-amounts.ts'
import { m } from '../messages/messages.ts'
import { type BonusDefinition, countsAll, type RuleDefinition } from './definition.ts'

export const maxRuleMonths = 120
export const maxBonuses = 10
export const maxBonusSignatures = 10_000

/** A message beside a field of a rule. */
export const ruleMessages = texts({
  percent: m.percentOutOfRange,
  percentDecimals: m.percentDecimals,
  months: () => m.monthsOutOfRange({ max: maxRuleMonths }),
  bonuses: () => m.tooManyBonuses({ max: maxBonuses }),
  signatures: () => m.bonusCountOutOfRange({ max: maxBonusSignatures }),
  paysNothing: m.paysNothing,
  whenOfEstimate: m.whenOfEstimate,
  bonusTwice: m.bonusTwice,
})

/** Messages of the amounts of a rule. */
export const ruleAmounts = {
  fixed: amountMessages(m.theFixedSum),
  cap: amountMessages(m.theCap),
  threshold: amountMessages(m.theThreshold),
  bonus: amountMessages(m.theBonus),
} as const satisfies Record<string, AmountMessages>

/** The message beside a field, or null. */
type Finding = readonly [path: string, message: string | null]

const percentError = (percent: number): string | null => {
  if (!(percent >= 0 && percent <= 100)) return ruleMessages.percent
  return Math.abs(basisPoints(percent) - percent * 100) < 1e-6 ? null : ruleMessages.percentDecimals
}

const monthsError = (months: number): string | null =>
  Number.isInteger(months) && months >= 1 && months <= maxRuleMonths ? null : ruleMessages.months

const positiveError = (cents: Cents | null, words: AmountMessages, zero: () => string): string | null => {
  if (cents === null) return null
  return amountError(cents, words) ?? (cents === 0 ? zero() : null)
}

/** A sum that a cap keeps from ever being paid in full. */
const cutAlways = (cents: Cents | null, capCents: Cents | null): boolean =>
  cents !== null && capCents !== null && capCents > 0 && cents > capCents

function capFindings({ fixedCents, cap: { leadCents, yearCents } }: RuleDefinition): Finding[] {
  const belowFixed = (capCents: Cents | null) =>
    cutAlways(fixedCents, capCents) ? m.capBelowFixed({ fixed: formatEuros(fixedCents ?? 0) }) : null
  const contradicts = cutAlways(leadCents, yearCents) ? m.capsContradict({ lead: formatEuros(leadCents ?? 0) }) : null
  return [
    ['cap.leadCents', positiveError(leadCents, ruleAmounts.cap, m.capNotAboveZero) ?? belowFixed(leadCents)],
    ['cap.yearCents', positiveError(yearCents, ruleAmounts.cap, m.capNotAboveZero) ?? belowFixed(yearCents) ?? contradicts],
  ]
}

function thresholdError(bonus: BonusDefinition, { yearCents }: RuleDefinition['cap']): string | null {
  const { measure, from } = bonus
  if (measure === 'signatures') {
    return Number.isInteger(from) && from >= 1 && from <= maxBonusSignatures ? null : ruleMessages.signatures
  }
  const error = amountError(from, ruleAmounts.threshold) ?? (from === 0 ? ruleAmounts.threshold.notPositive : null)
  // A cap cuts the commissions of its own rule, and those of others count too.
  if (error !== null || measure === 'revenue' || countsAll(bonus)) return error
  return cutAlways(from, yearCents) ? m.bonusNeverReached({ cap: formatEuros(yearCents ?? 0) }) : null
}

function bonusPayFinding({ pays }: BonusDefinition, { yearCents }: RuleDefinition['cap']): Finding {
  if ('percent' in pays) {
    return ['percent', percentError(pays.percent) ?? (pays.percent === 0 ? m.bonusNotAboveZero() : null)]
  }
  const cut = () => (cutAlways(pays.cents, yearCents) ? m.bonusNeverWhole({ cap: formatEuros(yearCents ?? 0) }) : null)
  return ['cents', positiveError(pays.cents, ruleAmounts.bonus, m.bonusNotAboveZero) ?? cut()]
}

function bonusFindings({ bonuses, cap }: RuleDefinition): Finding[] {
  const same = (one: BonusDefinition, other: BonusDefinition) =>
    one.measure === other.measure && one.per === other.per && one.from === other.from && countsAll(one) === countsAll(other)
  return bonuses.flatMap((bonus, index): Finding[] => {
    const isSecond = bonuses.findIndex((other) => same(bonus, other)) < index
    const [field, message] = bonusPayFinding(bonus, cap)
    return [
      [`bonuses.${index}.from`, thresholdError(bonus, cap) ?? (isSecond ? ruleMessages.bonusTwice : null)],
      [`bonuses.${index}.pays.${field}`, message],
    ]
  })
}

/** Why a rule is not possible or contradicts itself: at most one sentence a field, with its path (`bonuses.0.from`). */
export function ruleErrors(rule: RuleDefinition): FieldError[] {
  const { base, rate, fixedCents, when, reduction, bonuses } = rule
  const percent = rate !== null && 'percent' in rate ? percentError(rate.percent) : null
  const findings: Finding[] = [
    ['rate', rate === null && fixedCents === null ? ruleMessages.paysNothing : null],
    ['rate.percent', percent],
    ['fixedCents', positiveError(fixedCents, ruleAmounts.fixed, m.fixedNotAboveZero)],
    ['when', base === 'estimate' && !('always' in when) ? ruleMessages.whenOfEstimate : null],
    ['when.months', 'months' in when && base !== 'estimate' ? monthsError(when.months) : null],
    ...capFindings(rule),
    ['bonuses', bonuses.length > maxBonuses ? ruleMessages.bonuses : null],
    ...bonusFindings(rule),
    ['reduction.months', reduction === null ? null : monthsError(reduction.months)],
  ]
  return findings.flatMap(([path, message]) => (message === null ? [] : [{ path, message }]))
}

/** What is not possible in a rule for this offer: only one for every offer has bonuses over all of them. */
export function scopeErrors(offer: string | null, { bonuses }: RuleDefinition): FieldError[] {
  if (offer === null) return []
  return bonuses.flatMap((bonus, index) =>
    countsAll(bonus) ? [{ path: `bonuses.${index}.counts`, message: m.overAllInOffer() }] : [],
  )
}
