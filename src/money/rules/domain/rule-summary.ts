import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { m } from '../messages/messages.ts'
import { type BonusDefinition, countsAll, type RuleDefinition } from './definition.ts'

/** '5 %', or 'de 5 % à 8 %'. */
function rangeText(values: readonly number[], textOf: (value: number) => string): string | null {
  if (values.length === 0) return null
  const [from, to] = [textOf(Math.min(...values)), textOf(Math.max(...values))]
  return from === to ? from : m.valueFromTo({ from, to })
}

function rateText({ base, rate }: RuleDefinition, rules: readonly RuleDefinition[]): string[] {
  if (rate === null) return []
  const percents = rules.flatMap((rule) => (rule.rate && 'percent' in rule.rate ? [rule.rate.percent] : []))
  const percent = rangeText(percents, percentText)
  if (base === 'estimate') return [percent ? m.saysPercentOfEstimate({ percent }) : m.saysTiersOfEstimate()]
  return [percent ? m.saysPercentOfPayments({ percent }) : m.saysTiersOfPayments()]
}

function fixedText({ base }: RuleDefinition, rules: readonly RuleDefinition[]): string[] {
  const amount = rangeText(
    rules.flatMap(({ fixedCents }) => fixedCents ?? []),
    formatEurosExact,
  )
  if (amount === null) return []
  return [base === 'estimate' ? m.saysFixedPerLead({ amount }) : m.saysFixedPerPayment({ amount })]
}

function whenText({ base, when }: RuleDefinition): string[] {
  if (base === 'estimate' || 'always' in when) return []
  return ['first' in when ? m.saysFirstPayment() : m.saysMonths({ months: when.months })]
}

function bonusText(bonus: BonusDefinition): string {
  const { measure, per, from, pays } = bonus
  const period = { quarter: m.perQuarter, half_year: m.perHalfYear, year: m.calendarYear }[per]()
  const values = {
    period: countsAll(bonus) ? m.periodOverAll({ period }) : period,
    from: measure === 'signatures' ? m.signaturesCounted({ count: from }) : formatEurosExact(from),
    pays: 'percent' in pays ? percentText(pays.percent) : formatEurosExact(pays.cents),
  }
  if (measure === 'signatures') return m.saysBonusOfSignatures(values)
  return measure === 'revenue' ? m.saysBonusOfRevenue(values) : m.saysBonusOfCommissions(values)
}

/** What a rule pays, part by part; with others that differ from it by percentage or sum alone, the range of these. */
export function ruleSummary(rule: RuleDefinition, rules: readonly RuleDefinition[] = [rule]): string[] {
  const { leadCents, yearCents } = rule.cap
  return [
    ...rateText(rule, rules),
    ...fixedText(rule, rules),
    ...whenText(rule),
    ...(leadCents === null ? [] : [m.saysLeadCap({ cap: formatEurosExact(leadCents) })]),
    ...(yearCents === null ? [] : [m.saysYearCap({ cap: formatEurosExact(yearCents) })]),
    ...rule.bonuses.map(bonusText),
    ...(rule.reduction === null ? [] : [m.saysReduction({ months: rule.reduction.months })]),
  ]
}

/** What has to be alike for rules to be told as a range. */
const shapeOf = ({ rate, fixedCents, ...rest }: RuleDefinition) =>
  JSON.stringify([rate && Object.keys(rate), fixedCents === null, rest])

/** In one line what rules pay that apply to some offers each, the most general one first. */
export function rulesSummary(rules: readonly RuleDefinition[]): string {
  const [first] = rules
  if (!first) return ''
  const isAlike = new Set(rules.map(shapeOf)).size === 1
  const rule = ruleSummary(first, isAlike ? rules : [first]).join(', ')
  if (new Set(rules.map((one) => JSON.stringify(one))).size === 1) return rule
  return isAlike ? m.ruleByOffer({ rule }) : m.ruleUnlessOffer({ rule })
}
