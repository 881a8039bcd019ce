import { chooseRule } from './choose-rule.ts'
import type { RuleDefinition, RuleVersion } from './definition.ts'

/** What partners earn by another rule from a day on. */
export interface ChangedRule {
  /** The keys of the offers whose leads it applies to; null: all. */
  readonly offers: readonly string[] | null
  readonly definition: RuleDefinition
  /** What applies until that day; null where it is the same. */
  readonly until: RuleDefinition | null
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

interface Earning {
  readonly partnerId: string
  /** The keys of the offers that leads can be for. */
  readonly offers: readonly string[]
  /** The first day on which the versions may differ. */
  readonly day: string
}

/** By which rules a partner's leads are paid from a day on, where that is another way after a change of the versions. */
export function changedRules(
  before: readonly RuleVersion[],
  after: readonly RuleVersion[],
  { partnerId, offers, day }: Earning,
): ChangedRule[] {
  const definitionOf = (rules: readonly RuleVersion[], offer: string, on: string) =>
    chooseRule(rules, { partnerId, offer, day: on }).definition
  const changed = offers.flatMap((offer) => {
    const definition = definitionOf(after, offer, day)
    if (isSame(definitionOf(before, offer, day), definition)) return []
    const until = definitionOf(after, offer, dayBefore(day))
    return { offer, definition, until: isSame(until, definition) ? null : until }
  })
  const groups = Map.groupBy(changed, ({ definition, until }) => JSON.stringify([definition, until]))
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ definition, until }) => ({
      offers: group.length === offers.length ? null : group.map(({ offer }) => offer),
      definition,
      until,
    })),
  )
}
