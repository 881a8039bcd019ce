import { type Cents, commissionAmount } from '#platform/domain/money.ts'
import type { Programme } from './book.ts'
import { type CountedPeriod, periodsOf, yearOf } from './calendar.ts'
import { type ActiveRule, versionOfPeriod } from './choose-rule.ts'
import { type BonusDefinition, bonusPeriods, type RuleVersion } from './definition.ts'
import type { Ledger, RuleHolder } from './ledger.ts'
import { type BonusStanding, nothing } from './lines.ts'

interface World {
  readonly ledger: Ledger
  readonly programme: Programme
  readonly day: string
}

function targetOf({ pays, from }: BonusDefinition, value: number, countedCents: Cents): Cents {
  if (value < from) return 0
  if ('cents' in pays) return pays.cents
  return commissionAmount(Math.max(0, countedCents), pays.percent)
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
      ...{ kind: 'bonus', ...holder, version: rule.version, leadId: null, source: null, ofSignature: false, day, reverses: null },
      ...{ revenueCents: 0, grossCents, amountCents, reason: { why: 'bonus', ...standing, cut } },
    })
    return
  }
  let open = beforeCents - targetCents
  if (open === 0) return
  for (const line of ledger.ofBonus(holder, standing).toReversed()) {
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
  const counted = ledger.countedIn(holder, period.quarters)
  const measured = {
    signatures: ledger.signaturesIn(holder, period.quarters),
    revenue: counted.revenueCents,
    amount: counted.amountCents,
  }
  const value = measured[bonus.measure]
  const place = { bonus, index, period: period.days }
  const beforeCents = ledger.paidByBonus(holder, place)
  const countedCents = bonus.measure === 'amount' ? counted.amountCents : counted.revenueCents
  return { ...place, value, countedCents, targetCents: targetOf(bonus, value, countedCents), beforeCents }
}

/** Brings the bonuses of a partner under a rule up to date in a civil year: those of its quarters in order, then its own. */
export function settleBonuses(world: World, holder: RuleHolder, year: string): void {
  const hasBonus = ({ ruleId, definition }: RuleVersion) => ruleId === holder.ruleId && (definition?.bonuses ?? []).length > 0
  if (!world.programme.rules.some(hasBonus)) return
  for (const per of bonusPeriods) {
    for (const period of periodsOf(per, year)) {
      const rule = versionOfPeriod(world.programme.rules, holder.ruleId, period.days)
      if (!rule) continue
      for (const [index, bonus] of rule.definition.bonuses.entries()) {
        if (bonus.per !== per) continue
        settleBonus(world, holder, rule, standingOf(world, holder, { bonus, index, period }))
      }
    }
  }
}
