import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { m } from '../messages/messages.ts'
import { type BonusDefinition, countsAll, type RuleDefinition } from './definition.ts'

function rateText({ base, rate }: RuleDefinition): string[] {
  if (rate === null) return []
  const percent = 'percent' in rate ? percentText(rate.percent) : null
  if (base === 'estimate') return [percent ? m.saysPercentOfEstimate({ percent }) : m.saysTiersOfEstimate()]
  return [percent ? m.saysPercentOfPayments({ percent }) : m.saysTiersOfPayments()]
}

function fixedText({ base, fixedCents }: RuleDefinition): string[] {
  if (fixedCents === null) return []
  const amount = formatEurosExact(fixedCents)
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

/** What a rule pays, part by part. */
export function ruleSummary(rule: RuleDefinition): string[] {
  const { leadCents, yearCents } = rule.cap
  return [
    ...rateText(rule),
    ...fixedText(rule),
    ...whenText(rule),
    ...(leadCents === null ? [] : [m.saysLeadCap({ cap: formatEurosExact(leadCents) })]),
    ...(yearCents === null ? [] : [m.saysYearCap({ cap: formatEurosExact(yearCents) })]),
    ...rule.bonuses.map(bonusText),
    ...(rule.reduction === null ? [] : [m.saysReduction({ months: rule.reduction.months })]),
  ]
}
