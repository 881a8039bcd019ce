import { currentTier } from '#money/tiers/domain/tiers.ts'
import type { Cents } from '#platform/domain/money.ts'
import type { Programme, SignedLead } from './book.ts'
import { chooseRule } from './choose-rule.ts'
import type { FactOf, FrozenTerms, LeadShare } from './facts.ts'
import type { Ledger } from './ledger.ts'
import { splitCents } from './proportions.ts'

interface Signature {
  readonly offer: string
  readonly day: string
  readonly shares: readonly LeadShare[]
}

/** The terms of each share by the rules of the day and the tiers that the partners have. */
export function termsOfDay(
  { rules, tiers }: Programme,
  { offer, day, shares }: Signature,
  revenueOf: (partnerId: string) => Cents,
): FrozenTerms[] {
  const weights = shares.map(({ basisPoints }) => basisPoints)
  return shares.map(({ partnerId }, index): FrozenTerms => {
    const { ruleId, version, definition } = chooseRule(rules, { partnerId, offer, day })
    const { rate, fixedCents, cap } = definition
    const tier = rate && 'tiers' in rate ? currentTier(tiers, revenueOf(partnerId)) : null
    const part = (cents: number | null) => (cents === null ? null : (splitCents(cents, weights)[index] ?? 0))
    return {
      ruleId,
      version,
      definition,
      ratePercent: tier?.commissionRate ?? (rate && 'percent' in rate ? rate.percent : null),
      tierName: tier?.name ?? null,
      fixedCents: part(fixedCents),
      leadCapCents: part(cap.leadCents),
    }
  })
}

/** A lead as it is signed: each of its partners has the rule and the rate of that day, which stay as they are. */
export function signLead(ledger: Ledger, programme: Programme, fact: FactOf<'signed'>): SignedLead {
  const { leadId, day, shares, clientSince, isFormer = false, inOneLine = false, byHand = false, carried } = fact
  const frozen = fact.terms ?? termsOfDay(programme, fact, (partnerId) => ledger.revenueOf(partnerId))
  const terms = shares.flatMap(({ partnerId, basisPoints: shareBasisPoints }, index) => {
    const own = frozen[index]
    return own ? [{ partnerId, shareBasisPoints, ...own, endedOn: null }] : []
  })
  const state = { isValidated: false, firstKey: null, left: null, isWithdrawn: false, roundsApart: isFormer }
  const what = { inOneLine, byHand, isCounted: !byHand && carried === undefined }
  const since = { signedOn: clientSince ?? day, takenOverOn: clientSince === undefined ? null : day }
  return { leadId, ...since, terms, sources: [], ...state, ...what, firstLine: ledger.nextId }
}
