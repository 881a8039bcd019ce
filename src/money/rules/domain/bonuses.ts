import { type Cents, commissionAmount } from '#platform/domain/money.ts'
import type { Days } from '#platform/domain/periods.ts'
import { countsForTier, type Programme, type SignedLead } from './book.ts'
import { isWithin, periodsOf } from './calendar.ts'
import { type ActiveRule, versionOfPeriod } from './choose-rule.ts'
import { type BonusDefinition, bonusPeriods, type RuleVersion } from './definition.ts'
import { keptInYear } from './earn.ts'
import { type BonusStanding, type LineRest, type Lines, nothing, type RuleLine } from './lines.ts'

/** A partner under a rule, whose bonuses are looked at after a fact. */
export interface BonusHolder {
  readonly partnerId: string
  readonly ruleId: string
}

interface World {
  readonly leads: ReadonlyMap<string, SignedLead>
  readonly lines: Lines
  readonly programme: Programme
  readonly day: string
}

/** A signature counts until it is withdrawn, or until all that it has brought is taken back. */
function standsFor({ lines }: World, lead: SignedLead, partnerId: string): boolean {
  if (lead.isWithdrawn) return false
  const own = lines.earned((line) => line.leadId === lead.leadId && line.id >= lead.firstLine && line.partnerId === partnerId)
  return own.every(({ revenueCents }) => revenueCents === 0) || lines.sum(own).revenueCents > 0
}

function signaturesIn(world: World, { partnerId, ruleId }: BonusHolder, period: Days): number {
  const isOwn = (lead: SignedLead) => lead.terms.some((terms) => terms.partnerId === partnerId && terms.ruleId === ruleId)
  const signed = [...world.leads.values()].filter((lead) => isWithin(lead.signedOn, period) && isOwn(lead))
  return signed.filter((lead) => standsFor(world, lead, partnerId)).length
}

/** What is left of the lines that count for the tier in a period. */
function countedIn({ lines, leads }: World, { partnerId, ruleId }: BonusHolder, period: Days): LineRest {
  const isOwn = (line: RuleLine) => line.partnerId === partnerId && line.ruleId === ruleId && isWithin(line.day, period)
  return lines.sum(lines.earned((line) => isOwn(line) && countsForTier(leads, line)))
}

function targetOf({ pays, measure, from }: BonusDefinition, value: number, counted: LineRest): Cents {
  if (value < from) return 0
  if ('cents' in pays) return pays.cents
  return commissionAmount(Math.max(0, measure === 'amount' ? counted.amountCents : counted.revenueCents), pays.percent)
}

/** Pays what a bonus lacks, as far as the year's cap leaves room, or takes back what it has paid too much. */
function settleBonus(world: World, holder: BonusHolder, rule: ActiveRule, standing: BonusStanding, paid: RuleLine[]): void {
  const { lines, day } = world
  const { targetCents, beforeCents, period } = standing
  const { yearCents } = rule.definition.cap
  if (targetCents > beforeCents) {
    const grossCents = targetCents - beforeCents
    const roomCents =
      yearCents === null ? grossCents : Math.max(0, yearCents - keptInYear(lines, holder, period.from.slice(0, 4)))
    const cut = roomCents < grossCents && yearCents !== null ? ({ by: 'year', capCents: yearCents, roomCents } as const) : null
    const amountCents = Math.min(grossCents, roomCents)
    if (amountCents === 0) return
    lines.add({
      ...{ kind: 'bonus', ...holder, version: rule.version, leadId: null, source: null, day, reverses: null },
      ...{ revenueCents: 0, grossCents, amountCents, reason: { why: 'bonus', ...standing, cut } },
    })
    return
  }
  let open = beforeCents - targetCents
  for (const line of paid.toReversed()) {
    const amountCents = Math.min(open, lines.rest(line).amountCents)
    open -= amountCents
    lines.takeBack(line, { ...nothing, amountCents }, { day, reason: { why: 'bonus_lost', ...standing } })
  }
}

function standingOf(world: World, holder: BonusHolder, bonus: BonusDefinition, index: number, period: Days) {
  const counted = countedIn(world, holder, period)
  const measured = {
    signatures: () => signaturesIn(world, holder, period),
    revenue: () => counted.revenueCents,
    amount: () => counted.amountCents,
  }
  const value = measured[bonus.measure]()
  const paid = world.lines.earned(
    ({ partnerId, ruleId, reason }) =>
      partnerId === holder.partnerId &&
      ruleId === holder.ruleId &&
      reason.why === 'bonus' &&
      reason.index === index &&
      reason.bonus.per === bonus.per &&
      reason.period.from === period.from,
  )
  const beforeCents = world.lines.sum(paid).amountCents
  const targetCents = targetOf(bonus, value, counted)
  return { paid, standing: { bonus, index, period, value, targetCents, beforeCents } }
}

/** Brings the bonuses of a partner under a rule up to date in a civil year: those of its quarters in order, then its own. */
export function settleBonuses(world: World, holder: BonusHolder, year: string): void {
  const hasBonus = ({ ruleId, definition }: RuleVersion) => ruleId === holder.ruleId && (definition?.bonuses ?? []).length > 0
  if (!world.programme.rules.some(hasBonus)) return
  for (const per of bonusPeriods) {
    for (const period of periodsOf(per, year)) {
      const rule = versionOfPeriod(world.programme.rules, holder.ruleId, period)
      if (!rule) continue
      for (const [index, bonus] of rule.definition.bonuses.entries()) {
        if (bonus.per !== per) continue
        const { paid, standing } = standingOf(world, holder, bonus, index, period)
        settleBonus(world, holder, rule, standing, paid)
      }
    }
  }
}
