import type { TierRange } from '#money/tiers/domain/tiers.ts'
import type { Cents } from '#platform/domain/money.ts'
import type { RuleVersion } from './definition.ts'
import type { FrozenTerms } from './facts.ts'
import type { LineRest, RuleLine } from './lines.ts'

/** What a partner earns on a lead, frozen when it is signed. */
export interface LeadTerms extends FrozenTerms {
  readonly partnerId: string
  readonly shareBasisPoints: number
  /** Payments of later days bring nothing. */
  readonly endedOn: string | null
}

/** Money of a lead that brings commissions: its signature, a correction upwards, a payment of its client. */
export interface LeadSource {
  readonly key: string
  readonly ofSignature: boolean
  readonly day: string
  readonly revenueCents: Cents
  /** What was taken back of it, one after the other, and what is left, each for each of the lead's terms. */
  readonly takenCents: readonly (readonly Cents[])[]
  readonly restCents: readonly Cents[]
}

/** A client who has left, and what would be left of each line that this made smaller if they had stayed. */
export interface Departure {
  readonly day: string
  readonly wholes: ReadonlyMap<number, LineRest>
}

export interface SignedLead {
  readonly leadId: string
  readonly signedOn: string
  /** The day on which a former partner's part was taken over: payments until then are not theirs, nor is the signature. */
  readonly takenOverOn: string | null
  readonly terms: readonly LeadTerms[]
  readonly sources: readonly LeadSource[]
  readonly isValidated: boolean
  /** The payment that counts as the first one, where a rule counts that alone: its source's key. */
  readonly firstKey: string | null
  readonly left: Departure | null
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
