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

/** What is taken back of a source for each of the lead's terms, and what the rate of each makes of that, for each share. */
export interface TakenParts {
  readonly revenueCents: readonly Cents[]
  readonly ratedCents: readonly (readonly Cents[])[]
}

/** Money of a lead that brings commissions: its signature, a correction upwards, a payment of its client. */
export interface LeadSource {
  readonly key: string
  readonly ofSignature: boolean
  readonly day: string
  readonly revenueCents: Cents
  /** What was taken back of it, one after the other. */
  readonly taken: readonly TakenParts[]
  /** What is left of it for each of the lead's terms. */
  readonly restCents: readonly Cents[]
  /**
   * For each of the lead's terms: what its rate makes of what is left, for each share as if all of them had it, so that partners
   * with one rule earn together what it pays one of them. Null without a rate.
   */
  readonly ratedCents: readonly (readonly Cents[] | null)[]
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
  /** Whether one pending line stands for all that is expected: corrections replace it, payments of the client split it. */
  readonly inOneLine: boolean
  /** A commission that staff added without a lead. */
  readonly byHand: boolean
  /** Whether bonuses count it: not what was added by hand, nor what was carried over from before its facts. */
  readonly isCounted: boolean
  /** Whether what a rate makes of the revenue of each share is rounded by itself, as it was formerly. */
  readonly roundsApart: boolean
  /** Earlier lines are of an earlier signature of the lead. */
  readonly firstLine: number
}

/** All that the facts so far have come to. */
export interface RuleBook {
  readonly leads: ReadonlyMap<string, SignedLead>
  readonly lines: readonly RuleLine[]
  /** Revenue for a partner's tier from before the book, or from elsewhere. */
  readonly otherRevenueCents: ReadonlyMap<string, Cents>
  /** What lines from before the book have used of caps of a year. */
  readonly usedCents?: readonly UsedCap[]
}

/** What a partner was paid under a rule in a civil year. */
interface UsedCap {
  readonly partnerId: string
  readonly ruleId: string
  readonly year: string
  readonly amountCents: Cents
}

export const emptyBook: RuleBook = { leads: new Map(), lines: [], otherRevenueCents: new Map() }

/** What applies when a fact is recorded. */
export interface Programme {
  readonly rules: readonly RuleVersion[]
  readonly tiers: readonly TierRange[]
}
