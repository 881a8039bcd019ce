import { ruleSummary } from '#money/rules/domain/rule-summary.ts'
import type { Standing } from '../api/tiers.ts'
import { m } from '../messages/messages.ts'

/** In one line what the rule in force pays: the partner's own, or the programme's. */
export default function RuleText({ rules = [] }: Pick<Standing, 'rules'>) {
  const general = rules.filter(({ offer }) => offer === null)
  const own = general.find(({ isOwn }) => isOwn)
  const rule = own ?? general[0]
  const line = rule ? ruleSummary(rule.definition).join(', ') : ''
  const byOffer = rules.some(({ offer, isOwn }) => offer !== null && (isOwn || !own))
  return byOffer ? m.ruleUnlessOffer({ rule: line }) : line
}
