import { type Named, nameIn } from '#platform/domain/names.ts'
import { m } from '../messages/messages.ts'
import type { ActiveRule } from './choose-rule.ts'
import { ruleSummary } from './rule-summary.ts'

interface NamedOffer extends Named {
  readonly key: string
}

/**
 * What a partner is paid by the rules that are in force, in one line: for every offer, then for each of the offers with a rule of
 * its own. Terms of the partner's own for every offer precede the programme's for one, as in `chooseRule`.
 */
export function termsText(rules: readonly ActiveRule[], offers: readonly NamedOffer[]): string {
  const ofScope = (offer: string | null, isOwn: boolean) =>
    rules.find((rule) => rule.offer === offer && (rule.partnerId !== null) === isOwn)
  const ownForAll = ofScope(null, true)
  const general = ownForAll ?? ofScope(null, false)
  const parts = offers.flatMap((offer) => {
    const rule = ofScope(offer.key, true) ?? (ownForAll ? undefined : ofScope(offer.key, false))
    return rule ? [m.termsOfOffer({ offer: nameIn(offer), terms: saysRule(rule) })] : []
  })
  return [...(general ? [saysRule(general)] : []), ...parts].join(m.blockSeparator())
}

const saysRule = ({ definition }: ActiveRule) => ruleSummary(definition).join(', ')
