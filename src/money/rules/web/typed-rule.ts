import { basisPoints, parseEuros, parsePercent } from '#platform/domain/money.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { type AmountMessages, amountError, eurosInputText, percentInputText } from '#platform/domain/typed-amounts.ts'
import type { BonusCounts, BonusDefinition, BonusMeasure, BonusPeriod, RuleBase, RuleDefinition } from '../domain/definition.ts'
import { ruleAmounts, ruleErrors, ruleMessages } from '../domain/rule-errors.ts'

export interface TypedBonus {
  readonly measure: BonusMeasure
  readonly per: BonusPeriod
  readonly counts: BonusCounts
  readonly from: string
  readonly pays: 'cents' | 'percent'
  readonly cents: string
  readonly percent: string
}

/** A rule as typed; an empty sum, cap or percentage is none. */
export interface TypedRule extends Readonly<Record<string, unknown>> {
  readonly base: RuleBase
  readonly rate: 'tiers' | 'percent' | 'none'
  readonly percent: string
  readonly fixed: string
  readonly when: 'always' | 'first' | 'months'
  readonly months: string
  readonly leadCap: string
  readonly yearCap: string
  readonly bonuses: readonly TypedBonus[]
  /** Months; empty for none. */
  readonly reduction: string
}

export const newRule: TypedRule = {
  base: 'estimate',
  rate: 'percent',
  percent: '',
  fixed: '',
  when: 'always',
  months: '12',
  leadCap: '',
  yearCap: '',
  bonuses: [],
  reduction: '',
}

export const newBonus: TypedBonus = {
  measure: 'signatures',
  per: 'quarter',
  counts: 'rule',
  from: '5',
  pays: 'cents',
  cents: '',
  percent: '',
}

/** Collects what cannot be read while a rule is read. */
class Reading {
  readonly errors: FieldError[] = []

  private refuse(path: string, message: string): number {
    this.errors.push({ path, message })
    return 0
  }

  cents(path: string, text: string, words: AmountMessages): number {
    const cents = parseEuros(text)
    const error = amountError(cents ?? text.trim(), words)
    return cents === null || error !== null ? this.refuse(path, error ?? words.notPositive) : cents
  }

  optionalCents(path: string, text: string, words: AmountMessages): number | null {
    return text.trim() === '' ? null : this.cents(path, text, words)
  }

  percent(path: string, text: string): number {
    const percent = parsePercent(text)
    if (percent === null) return this.refuse(path, ruleMessages.percent)
    return basisPoints(percent) / 100
  }

  whole(path: string, text: string, message: string): number {
    return /^\d{1,6}$/.test(text.trim()) ? Number(text) : this.refuse(path, message)
  }
}

function readBonus(
  reading: Reading,
  { measure, per, counts, from, pays, cents, percent }: TypedBonus,
  index: number,
): BonusDefinition {
  const path = `bonuses.${index}`
  return {
    measure,
    per,
    from:
      measure === 'signatures'
        ? reading.whole(`${path}.from`, from, ruleMessages.signatures)
        : reading.cents(`${path}.from`, from, ruleAmounts.threshold),
    pays:
      pays === 'percent'
        ? { percent: reading.percent(`${path}.pays.percent`, percent) }
        : { cents: reading.cents(`${path}.pays.cents`, cents, ruleAmounts.bonus) },
    ...(counts === 'all' ? { counts } : {}),
  }
}

function readWhen(reading: Reading, { base, when, months }: TypedRule): RuleDefinition['when'] {
  if (base === 'estimate' || when === 'always') return { always: true }
  if (when === 'first') return { first: true }
  return { months: reading.whole('when.months', months, ruleMessages.months) }
}

function readRate(reading: Reading, { rate, percent }: TypedRule): RuleDefinition['rate'] {
  if (rate === 'tiers') return { tiers: true }
  return rate === 'percent' ? { percent: reading.percent('rate.percent', percent) } : null
}

/** The rule that was typed, or why it is none: a sentence for each field. */
export function readRule(typed: TypedRule): { readonly definition: RuleDefinition; readonly errors: readonly FieldError[] } {
  const reading = new Reading()
  const definition: RuleDefinition = {
    base: typed.base,
    rate: readRate(reading, typed),
    fixedCents: reading.optionalCents('fixedCents', typed.fixed, ruleAmounts.fixed),
    when: readWhen(reading, typed),
    cap: {
      leadCents: reading.optionalCents('cap.leadCents', typed.leadCap, ruleAmounts.cap),
      yearCents: reading.optionalCents('cap.yearCents', typed.yearCap, ruleAmounts.cap),
    },
    bonuses: typed.bonuses.map((bonus, index) => readBonus(reading, bonus, index)),
    reduction:
      typed.reduction.trim() === '' ? null : { months: reading.whole('reduction.months', typed.reduction, ruleMessages.months) },
  }
  return { definition, errors: reading.errors.length > 0 ? reading.errors : ruleErrors(definition) }
}

const centsText = (cents: number | null) => (cents === null ? '' : eurosInputText(cents))

/** A rule as it would be typed. */
export function typedRule(rule: RuleDefinition): TypedRule {
  const { base, rate, fixedCents, when, cap, bonuses, reduction } = rule
  return {
    base,
    rate: rate === null ? 'none' : 'tiers' in rate ? 'tiers' : 'percent',
    percent: rate && 'percent' in rate ? percentInputText(rate.percent) : '',
    fixed: centsText(fixedCents),
    when: 'first' in when ? 'first' : 'months' in when ? 'months' : 'always',
    months: 'months' in when ? String(when.months) : newRule.months,
    leadCap: centsText(cap.leadCents),
    yearCap: centsText(cap.yearCents),
    bonuses: bonuses.map(({ measure, per, from, pays, counts }) => ({
      counts: counts ?? 'rule',
      measure,
      per,
      from: measure === 'signatures' ? String(from) : eurosInputText(from),
      pays: 'percent' in pays ? 'percent' : 'cents',
      cents: 'cents' in pays ? eurosInputText(pays.cents) : '',
      percent: 'percent' in pays ? percentInputText(pays.percent) : '',
    })),
    reduction: reduction === null ? '' : String(reduction.months),
  }
}
