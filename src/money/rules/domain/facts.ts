import type { Cents } from '#platform/domain/money.ts'
import type { RuleDefinition } from './definition.ts'

/** A partner's share of a lead, in hundredths of a percent; the shares of a lead add up to 10 000. */
export interface LeadShare {
  readonly partnerId: string
  readonly basisPoints: number
}

/** What a share of a lead earns, frozen when the lead is signed. */
export interface FrozenTerms {
  readonly ruleId: string
  readonly version: number
  readonly definition: RuleDefinition
  /** Null where the rule pays a fixed sum alone. */
  readonly ratePercent: number | null
  readonly tierName: string | null
  /** The share's part of the fixed sum and of the cap for the lead. */
  readonly fixedCents: Cents | null
  readonly leadCapCents: Cents | null
}

/** In place of a rule: what this share earns is kept elsewhere. */
export const keptElsewhere = ''

/** What happened to a lead, on a day of the provider's calendar. Facts are taken in the order in which they are recorded. */
export type LeadFact = { readonly leadId: string; readonly day: string } & (
  | {
      readonly kind: 'signed'
      readonly offer: string
      readonly shares: readonly LeadShare[]
      readonly revenueCents: Cents
      /** The terms of each share as they were frozen; without them they are chosen from the rules and tiers. */
      readonly terms?: readonly FrozenTerms[]
    }
  /** The commission of the signature was validated: its revenue counts for the tier. */
  | { readonly kind: 'validated' }
  /** The amount that the lead was signed at becomes this one. */
  | { readonly kind: 'corrected'; readonly revenueCents: Cents }
  | { readonly kind: 'paid'; readonly paymentId: string; readonly revenueCents: Cents }
  /** A client got back a payment, or a part of it. */
  | { readonly kind: 'refunded'; readonly paymentId: string; readonly revenueCents: Cents }
  /** Staff take back the commission of a part of a payment, or of the signature's revenue (null). */
  | { readonly kind: 'taken_back'; readonly paymentId: string | null; readonly revenueCents: Cents }
  | { readonly kind: 'left' }
  /** The lead is no longer signed. */
  | { readonly kind: 'withdrawn' }
)

export const factKinds = ['signed', 'validated', 'corrected', 'paid', 'refunded', 'taken_back', 'left', 'withdrawn'] as const
export type FactKind = LeadFact['kind']
export type FactOf<K extends FactKind> = Extract<LeadFact, { readonly kind: K }>
