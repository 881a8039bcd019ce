import type { RuleVersion } from '#money/rules/domain/definition.ts'

/** By what a partner is paid whom the rate of no tier reaches. */
type OtherPay = 'own_terms' | 'rules'

/**
 * What a partner is paid by where a tier's rate never applies to them: terms of their own for every offer, or the programme's
 * rules. Null where it does for some lead. `rules`: those in force that could apply to the partner.
 */
export function paidOtherwise(rules: readonly Pick<RuleVersion, 'partnerId' | 'offer' | 'definition'>[]): OtherPay | null {
  const own = rules.filter(({ partnerId }) => partnerId !== null)
  const hasOwnForAll = own.some(({ offer }) => offer === null)
  const applying = hasOwnForAll
    ? own
    : rules.filter((rule) => own.includes(rule) || !own.some(({ offer }) => offer === rule.offer))
  const isByTier = applying.some(({ definition }) => definition?.rate && 'tiers' in definition.rate)
  if (isByTier || applying.length === 0) return null
  return hasOwnForAll ? 'own_terms' : 'rules'
}
