import type { RuleDefinition } from '#money/rules/domain/definition.ts'
import { rulesSummary } from '#money/rules/domain/rule-summary.ts'

export interface ShownRule {
  readonly definition: RuleDefinition
  readonly offer?: string | null
  readonly isOwn?: boolean
}

/** In one line what the rules in force pay: the partner's own, or the programme's; that for every offer is told first. */
export default function RuleText({ rules = [] }: { rules?: readonly ShownRule[] | undefined }) {
  const own = rules.filter(({ isOwn }) => isOwn)
  const applying = rules.filter((rule) => rule.isOwn || !own.some(({ offer }) => offer === null || offer === rule.offer))
  const general = applying.filter(({ offer }) => offer === null)
  return rulesSummary([...general, ...applying.filter((rule) => !general.includes(rule))].map(({ definition }) => definition))
}
