import { offerLanguage, offerName, useOffers } from '#leads/lead-settings/web/data.ts'
import { isByTier, type RuleDefinition } from '#money/rules/domain/definition.ts'
import { ruleSummary, rulesSummary } from '#money/rules/domain/rule-summary.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'

export interface ShownRule {
  readonly definition: RuleDefinition
  readonly offer?: string | null
  readonly isOwn?: boolean
}

interface RuleTextProps {
  readonly rules?: readonly ShownRule[] | undefined
  /** Tells by offer what is paid beside the rate of the tier, instead of all in one line. */
  readonly besideTier?: boolean
}

/** What the rules in force pay: the partner's own, or the programme's; that for every offer is told first. */
export default function RuleText({ rules = [], besideTier = false }: RuleTextProps) {
  const offers = useOffers()
  const own = rules.filter(({ isOwn }) => isOwn)
  const applying = rules.filter((rule) => rule.isOwn || !own.some(({ offer }) => offer === null || offer === rule.offer))
  if (!besideTier) {
    const general = applying.filter(({ offer }) => offer === null)
    return rulesSummary([...general, ...applying.filter((rule) => !general.includes(rule))].map(({ definition }) => definition))
  }
  return applying.flatMap(({ offer, definition }) =>
    offer && !isByTier(definition) ? (
      <SoftText key={offer} mt="xs" lang={offerLanguage(offers, offer)}>
        {m.offerPaysOtherwise({ offer: offerName(offers, offer), rule: ruleSummary(definition).join(', ') })}
      </SoftText>
    ) : (
      []
    ),
  )
}
