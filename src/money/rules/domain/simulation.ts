import type { SigningOrder } from '#money/tiers/domain/simulation.ts'
import type { TierRange } from '#money/tiers/domain/tiers.ts'
import type { Cents } from '#platform/domain/money.ts'
import { storedReason } from './account.ts'
import { emptyBook } from './book.ts'
import { yearOf } from './calendar.ts'
import { chooseRule } from './choose-rule.ts'
import type { RuleDefinition, RuleVersion } from './definition.ts'
import { takeOneByOne } from './engine.ts'
import type { LeadFact } from './facts.ts'
import type { RuleLine } from './lines.ts'
import type { StoredReason } from './stored-lines.ts'

/** A rule that applies today to the partner who simulates: their own, or everybody's. */
export interface OwnRule {
  readonly offer: string | null
  readonly isOwn: boolean
  readonly definition: RuleDefinition
  /** What it has paid the partner in the civil year by now; absent: nothing. */
  readonly yearPaidCents?: Cents | undefined
}

/** A lead that would be signed. */
export interface SimulatedSigning {
  readonly key: string
  readonly offer: string
  readonly revenueCents: Cents
}

export interface SimulatedLine {
  readonly amountCents: Cents
  readonly revenueCents: Cents
  readonly reason: StoredReason
}

interface RuleSimulation {
  /** What each signing brings, in their order. */
  readonly signings: readonly { readonly key: string; readonly lines: readonly SimulatedLine[]; readonly amountCents: Cents }[]
  readonly bonuses: readonly SimulatedLine[]
  readonly totalCents: Cents
  /** The revenue that counts for the tier afterwards. */
  readonly revenueCents: Cents
}

interface Start {
  readonly rules: readonly OwnRule[]
  readonly tiers: readonly TierRange[]
  /** The revenue that counts for the tier by now. */
  readonly revenueCents: Cents
  readonly day: string
}

const me = 'me'
const ruleIdOf = (index: number) => `${index}`

const versionsOf = (rules: readonly OwnRule[]): RuleVersion[] =>
  rules.map(({ offer, isOwn, definition }, index) => ({
    ruleId: ruleIdOf(index),
    version: 1,
    validFrom: '0001-01-01',
    partnerId: isOwn ? me : null,
    offer,
    definition,
  }))

const simulated = (line: RuleLine): SimulatedLine => ({
  amountCents: line.amountCents,
  revenueCents: line.revenueCents,
  reason: storedReason(0, { key: '', line, number: line.id }, undefined),
})

const sum = (lines: readonly RuleLine[], of: 'amountCents' | 'revenueCents'): Cents =>
  lines.reduce((total, line) => total + line[of], 0)

/**
 * What leads would bring under the rules of today if they were signed in this order, validated, and paid as a whole by their
 * clients where a rule is about that. Caps of the year leave what they have not been used for; what bonuses have counted so
 * far is left out.
 */
export function simulateByRules(
  { rules, tiers, revenueCents, day }: Start,
  signings: readonly SimulatedSigning[],
  order: SigningOrder,
): RuleSimulation {
  const versions = versionsOf(rules)
  const programme = { rules: versions, tiers }
  const steps = signings.map(({ key: leadId, offer, revenueCents: cents }) => {
    const about = { leadId, day }
    const { base } = chooseRule(versions, { partnerId: me, offer, day }).definition
    const shares = [{ partnerId: me, basisPoints: 10_000 }]
    const signed: LeadFact = { kind: 'signed', ...about, offer, shares, revenueCents: cents }
    const paid: LeadFact[] =
      base === 'client_payment' ? [{ kind: 'paid', ...about, paymentId: 'whole', revenueCents: cents }] : []
    return { signed, counts: [...paid, { kind: 'validated', ...about } satisfies LeadFact] }
  })
  const facts =
    order === 'oneByOne'
      ? steps.flatMap(({ signed, counts }) => [signed, ...counts])
      : [...steps.map(({ signed }) => signed), ...steps.flatMap(({ counts }) => counts)]
  const year = yearOf(day)
  const usedCents = rules.map(({ yearPaidCents = 0 }, index) => {
    return { partnerId: me, ruleId: ruleIdOf(index), year, amountCents: yearPaidCents }
  })
  const start = { ...emptyBook, otherRevenueCents: new Map([[me, revenueCents]]), usedCents }
  const all = takeOneByOne(
    start,
    facts.map((fact) => ({ fact, programme })),
  ).lines.flat()
  const isBonus = ({ leadId }: RuleLine) => leadId === null
  return {
    signings: signings.map(({ key }) => {
      const lines = all.filter(({ leadId }) => leadId === key)
      return { key, lines: lines.map(simulated), amountCents: sum(lines, 'amountCents') }
    }),
    bonuses: all.filter(isBonus).map(simulated),
    totalCents: sum(all, 'amountCents'),
    revenueCents: revenueCents + sum(all, 'revenueCents'),
  }
}

/** Whether a bonus counts what the partner has brought so far, which a simulation does not know. */
export const hasBonus = ({ definition: { bonuses } }: OwnRule): boolean => bonuses.length > 0
