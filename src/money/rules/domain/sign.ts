import { currentTier } from '#money/tiers/domain/tiers.ts'
import { countsForTier, type LeadTerms, type Programme, type RuleBook, type SignedLead } from './book.ts'
import { chooseRule } from './choose-rule.ts'
import type { FactOf } from './facts.ts'
import type { Lines } from './lines.ts'
import { splitCents } from './proportions.ts'

/** The revenue that counts for a partner's tier. */
function tierRevenue({ leads, otherRevenueCents }: RuleBook, lines: Lines, partnerId: string): number {
  const counted = lines.earned((line) => line.partnerId === partnerId && countsForTier(leads, line))
  return Math.max(0, (otherRevenueCents.get(partnerId) ?? 0) + lines.sum(counted).revenueCents)
}

/** A lead as it is signed: each of its partners has the rule and the rate of that day, which stay as they are. */
export function signLead(
  book: RuleBook,
  lines: Lines,
  { rules, tiers }: Programme,
  { leadId, day, offer, shares }: FactOf<'signed'>,
): SignedLead {
  const weights = shares.map(({ basisPoints }) => basisPoints)
  const terms = shares.map(({ partnerId, basisPoints }, index): LeadTerms => {
    const { ruleId, version, definition } = chooseRule(rules, { partnerId, offer, day })
    const { rate, fixedCents, cap } = definition
    const tier = rate && 'tiers' in rate ? currentTier(tiers, tierRevenue(book, lines, partnerId)) : null
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
  return { leadId, signedOn: day, terms, sources: [], ...state, firstLine: lines.nextId }
}
