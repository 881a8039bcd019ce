import type { TierRange } from '#money/tiers/domain/tiers.ts'
import type { Cents } from '#platform/domain/money.ts'
import type { RuleVersion } from './definition.ts'
import type { FrozenTerms } from './facts.ts'
import type { RuleLine } from './lines.ts'

/** What a partner earns on a lead, frozen when it is signed. */
export interface LeadTerms extends FrozenTerms {
  readonly partnerId: string
  readonly shareBasisPoints: number
}

/** Money of a lead that brings commissions: its signature, a correction upwards, a payment of its client. */
export interface LeadSource {
  readonly key: string
  readonly ofSignature: boolean
  readonly revenueCents: Cents
  /** What is left of it for each of the lead's terms. */
  readonly restCents: readonly Cents[]
}

export interface SignedLead {
  readonly leadId: string
  readonly signedOn: string
  readonly terms: readonly LeadTerms[]
  readonly sources: readonly LeadSource[]
  readonly isValidated: boolean
  readonly hasLeft: boolean
  readonly isWithdrawn: boolean
  /** Earlier lines are of an earlier signature of the lead. */
  readonly firstLine: number
}

/** All that the facts so far have come to. */
export interface RuleBook {
  readonly leads: ReadonlyMap<string, SignedLead>
  readonly lines: readonly RuleLine[]
  /** Revenue for a partner's tier from before the book, or from elsewhere. */
  readonly otherRevenueCents: ReadonlyMap<string, Cents>
}

export const emptyBook: RuleBook = { leads: new Map(), lines: [], otherRevenueCents: new Map() }

/** What applies when a fact is recorded. */
export interface Programme {
  readonly rules: readonly RuleVersion[]
  readonly tiers: readonly TierRange[]
}
