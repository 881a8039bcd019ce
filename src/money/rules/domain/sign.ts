import { currentTier } from '#money/tiers/domain/tiers.ts'
import type { LeadTerms, Programme, SignedLead } from './book.ts'
import { chooseRule } from './choose-rule.ts'
import type { FactOf } from './facts.ts'
import type { Ledger } from './ledger.ts'
import { splitCents } from './proportions.ts'

/** A lead as it is signed: each of its partners has the rule and the rate of that day, which stay as they are. */
export function signLead(
  ledger: Ledger,
  { rules, tiers }: Programme,
  { leadId, day, offer, shares }: FactOf<'signed'>,
): SignedLead {
  const weights = shares.map(({ basisPoints }) => basisPoints)
  const terms = shares.map(({ partnerId, basisPoints }, index): LeadTerms => {
    const { ruleId, version, definition } = chooseRule(rules, { partnerId, offer, day })
    const { rate, fixedCents, cap } = definition
    const tier = rate && 'tiers' in rate ? currentTier(tiers, ledger.revenueOf(partnerId)) : null
    const part = (cents: number | null) => (cents === null ? null : (splitCents(cents, weights)[index] ?? 0))
    return {
      ...{ partnerId, shareBasisPoints: basisPoints, ruleId, version, definition },
      ratePercent: tier?.commissionRate ?? (rate && 'percent' in rate ? rate.percent : null),
      tierName: tier?.name ?? null,
      fixedCents: part(fixedCents),
      leadCapCents: part(cap.leadCents),
    }
  })
  const state = { isValidated: false, hasLeft: false, isWithdrawn: false }
  return { leadId, signedOn: day, terms, sources: [], ...state, firstLine: ledger.nextId }
}
