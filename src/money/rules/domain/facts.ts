import type { Cents } from '#platform/domain/money.ts'
import type { BonusPeriod, RuleDefinition } from './definition.ts'

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

/** A line of a bonus in the period that begins on a day, by its place among them, and what was left of it. */
export interface TakenBonus {
  readonly partnerId: string
  readonly ruleId: string
  readonly per: BonusPeriod
  readonly index: number
  readonly from: string
  readonly place: number
  readonly amountCents: Cents
}

/**
 * What is left of a commission that was made before its lead's facts were recorded: taken over as it is, never computed again.
 * Bonuses and caps do not count it.
 */
export interface CarriedLine {
  readonly kind: 'deal' | 'manual' | 'payment'
  /** The client's payment that it is of; null for that of the signature. */
  readonly paymentId: string | null
  readonly day: string
  readonly isPending: boolean
  readonly revenueCents: Cents
  readonly amountCents: Cents
}

/** In place of a rule: what this share earns is kept elsewhere. */
export const keptElsewhere = ''

/** What happened to a lead, on a day of the provider's calendar. Facts are taken in the order in which they are recorded. */
export type LeadFact = {
  readonly leadId: string
  readonly day: string
  /**
   * Recorded when the first payment was the first one recorded, whatever became of it, when what came after a client's departure
   * was left as it was, and when each share of a signature was rounded by itself: it brings what it brought then.
   */
  readonly isFormer?: boolean
} & (
  | {
      readonly kind: 'signed'
      readonly offer: string
      readonly shares: readonly LeadShare[]
      readonly revenueCents: Cents
      /** The terms of each share as they were frozen; without them they are chosen from the rules and tiers. */
      readonly terms?: readonly FrozenTerms[]
      /** Since when the client has been signed, where a former partner's part is taken over: later payments count alone. */
      readonly clientSince?: string
      /** Whether it brings one pending line, which corrections replace and clients' payments split. */
      readonly inOneLine?: boolean
      /** A commission that staff add without a lead. */
      readonly byHand?: boolean
      readonly carried?: readonly CarriedLine[]
    }
  /** The commission of the signature was validated: its revenue counts for the tier. */
  | { readonly kind: 'validated' }
  /** The amount that the lead was signed at becomes this one; of a lead in one line what is still expected, and its rate. */
  | { readonly kind: 'corrected'; readonly revenueCents: Cents; readonly ratePercent?: number }
  /** `remainderCents`: what is still expected after it, of a lead in one line. */
  | { readonly kind: 'paid'; readonly paymentId: string; readonly revenueCents: Cents; readonly remainderCents?: Cents }
  /** A client got back a payment, or a part of it. */
  | { readonly kind: 'refunded'; readonly paymentId: string; readonly revenueCents: Cents; readonly remainderCents?: Cents }
  /** Nothing more is expected of the client. */
  | { readonly kind: 'closed' }
  /**
   * Staff take back the commission of a part of a payment, or of the signature's revenue (null); of no revenue, what these have
   * brought without any; or a bonus that the lead has brought.
   */
  | {
      readonly kind: 'taken_back'
      readonly paymentId: string | null
      readonly revenueCents: Cents
      readonly bonus?: TakenBonus
    }
  | { readonly kind: 'left' }
  /** A partner earns no more on what the client pays after this day. */
  | { readonly kind: 'ended'; readonly partnerId: string }
  /** The lead is no longer signed. */
  | { readonly kind: 'withdrawn' }
)

export const factKinds = [
  'signed',
  'validated',
  'corrected',
  'paid',
  'refunded',
  'taken_back',
  'closed',
  'left',
  'ended',
  'withdrawn',
] as const
export type FactKind = LeadFact['kind']
export type FactOf<K extends FactKind> = Extract<LeadFact, { readonly kind: K }>
