import { type Cents, percentOf } from '#platform/domain/money.ts'
import type { Days } from '#platform/domain/periods.ts'
import type { Programme } from './book.ts'
import { type CountedPeriod, periodsOf, yearOf } from './calendar.ts'
import { type ActiveRule, versionOfPeriod, versionOverAll } from './choose-rule.ts'
import { type BonusDefinition, bonusPeriods, countsAll, type RuleVersion } from './definition.ts'
import { bonusPlace, type Ledger, type RuleHolder } from './ledger.ts'
import { type BonusStanding, nothing } from './lines.ts'

interface World {
  readonly ledger: Ledger
  readonly programme: Programme
  readonly day: string
}

function targetOf({ pays, from }: BonusDefinition, value: number, countedCents: Cents): Cents {
  if (value < from) return 0
  if ('cents' in pays) return pays.cents
  return percentOf(Math.max(0, countedCents), pays.percent)
}

/** Pays what a bonus lacks, as far as the year's cap leaves room, or takes back what it has paid too much. */
function settleBonus(world: World, holder: RuleHolder, rule: ActiveRule, standing: BonusStanding): void {
  const { ledger, day } = world
  const { targetCents, beforeCents, period } = standing
  const { yearCents } = rule.definition.cap
  if (targetCents > beforeCents) {
    const grossCents = targetCents - beforeCents
    const roomCents = yearCents === null ? grossCents : Math.max(0, yearCents - ledger.keptInYear(holder, yearOf(period.from)))
    const cut = roomCents < grossCents && yearCents !== null ? ({ by: 'year', capCents: yearCents, roomCents } as const) : null
    const amountCents = Math.min(grossCents, roomCents)
    if (amountCents === 0) return
    ledger.add({
      kind: 'bonus',
      ...holder,
      version: rule.version,
      leadId: null,
      source: null,
      ofSignature: false,
      day,
      reverses: null,
      revenueCents: 0,
      grossCents,
      amountCents,
      reason: { why: 'bonus', ...standing, cut },
    })
    return
  }
  let open = beforeCents - targetCents
  if (open === 0) return
  for (const line of ledger.ofBonus(bonusPlace(holder, standing)).toReversed()) {
    const amountCents = Math.min(open, ledger.rest(line).amountCents)
    open -= amountCents
    ledger.takeBack(line, { ...nothing, amountCents }, { day, reason: { why: 'bonus_lost', ...standing } })
  }
}

function standingOf(
  { ledger }: World,
  holder: RuleHolder,
  { bonus, index, period }: { readonly bonus: BonusDefinition; readonly index: number; readonly period: CountedPeriod },
): BonusStanding {
  const counting = { ...holder, quarters: period.quarters, isOverAll: countsAll(bonus) }
  const counted = ledger.countedIn(counting)
  const measured = {
    signatures: ledger.signaturesIn(counting),
    revenue: counted.revenueCents,
    amount: counted.amountCents,
  }
  const value = measured[bonus.measure]
  const place = { bonus, index, period: period.days }
  const beforeCents = ledger.paidByBonus(bonusPlace(holder, place))
  const countedCents = bonus.measure === 'amount' ? counted.amountCents : counted.revenueCents
  return { ...place, value, countedCents, targetCents: targetOf(bonus, value, countedCents), beforeCents }
}

/** Brings bonuses of a version up to date in a period. */
function settleVersion(
  world: World,
  partnerId: string,
  rule: ActiveRule,
  { period, isWanted }: { readonly period: CountedPeriod; readonly isWanted: (bonus: BonusDefinition) => boolean },
): void {
  const holder = { partnerId, ruleId: rule.ruleId }
  for (const [index, bonus] of rule.definition.bonuses.entries()) {
    if (isWanted(bonus)) settleBonus(world, holder, rule, standingOf(world, holder, { bonus, index, period }))
  }
}

const hasBonus = ({ definition }: RuleVersion): boolean => (definition?.bonuses ?? []).length > 0

/**
 * Brings the bonuses that count a partner's leads of a rule up to date in a civil year: first those that count this rule, then
 * those over all offers, of each the quarters in order, then the halves, then the year.
 */
export function settleBonuses(world: World, { partnerId, ruleId }: RuleHolder, year: string): void {
  const { rules } = world.programme
  if (!rules.some(hasBonus)) return
  const ofRule = (days: Days) => versionOfPeriod(rules, ruleId, days)
  const overAll = (days: Days) => versionOverAll(rules, partnerId, days)
  for (const [versionIn, isOverAll] of [[ofRule, false] as const, [overAll, true] as const]) {
    for (const per of bonusPeriods) {
      for (const period of periodsOf(per, year)) {
        const rule = versionIn(period.days)
        const isWanted = (bonus: BonusDefinition) => bonus.per === per && countsAll(bonus) === isOverAll
        if (rule) settleVersion(world, partnerId, rule, { period, isWanted })
      }
    }
  }
}
