import type { Cents } from '#platform/domain/money.ts'
import type { Days } from '#platform/domain/periods.ts'
import type { BonusDefinition } from './definition.ts'
import type { FactKind } from './facts.ts'

/** The cap that made a line smaller, and what was left of it. */
export interface CapCut {
  readonly by: 'lead' | 'year'
  readonly capCents: Cents
  readonly roomCents: Cents
}

/** A bonus in a period, and what it has counted there. */
export interface BonusStanding {
  readonly bonus: BonusDefinition
  /** Its place among the bonuses of its version. */
  readonly index: number
  readonly period: Days
  readonly value: number
  /** What a percentage would be of: commissions where it counts them, else revenue. */
  readonly countedCents: Cents
  /** What it comes to, and what it had paid before. */
  readonly targetCents: Cents
  readonly beforeCents: Cents
}

/** Which arithmetic made a line, with its inputs. */
export type LineReason =
  | {
      readonly why: 'rate'
      readonly leadRevenueCents: Cents
      readonly shareBasisPoints: number
      readonly ratePercent: number
      /** Null where the rule has a rate of its own. */
      readonly tierName: string | null
      readonly cut: CapCut | null
    }
  | {
      readonly why: 'fixed'
      readonly leadRevenueCents: Cents
      readonly shareBasisPoints: number
      readonly fixedCents: Cents
      readonly cut: CapCut | null
    }
  | ({ readonly why: 'bonus'; readonly cut: CapCut | null } & BonusStanding)
  /** `isRest`: nothing of the revenue is left, so that what is left of the line goes with it. */
  | {
      readonly why: 'taken_back'
      readonly fact: FactKind
      readonly ratePercent: number | null
      readonly isRest: boolean
      /** What would be left of the line now if a client who has left had stayed; their months of it are kept. */
      readonly left?: { readonly months: number; readonly stayed: number; readonly whole: LineRest }
    }
  | { readonly why: 'left'; readonly months: number; readonly stayed: number }
  | ({ readonly why: 'bonus_lost' } & BonusStanding)

export type LineKind = 'deal' | 'manual' | 'payment' | 'fixed' | 'bonus' | 'clawback'

/** What a fact brings a partner, or takes back; frozen when it is made. */
export interface RuleLine {
  readonly id: number
  readonly kind: LineKind
  readonly partnerId: string
  /** Null for a bonus. */
  readonly leadId: string | null
  /** Which money of the lead it is of: a source's key; null for a bonus. */
  readonly source: string | null
  /** Whether that is the signature or a correction of its amount, which counts for the tier once it is validated. */
  readonly ofSignature: boolean
  readonly day: string
  readonly ruleId: string
  readonly version: number
  /** The partner's part of the revenue, which counts for the tier. */
  readonly revenueCents: Cents
  /** What it would be without caps. */
  readonly grossCents: Cents
  readonly amountCents: Cents
  /** The line that a clawback takes from. */
  readonly reverses: number | null
  readonly reason: LineReason
}

/** What clawbacks have left of a line. */
export interface LineRest {
  readonly revenueCents: Cents
  readonly grossCents: Cents
  readonly amountCents: Cents
}

export const nothing: LineRest = { revenueCents: 0, grossCents: 0, amountCents: 0 }

export const minus = (one: LineRest, other: LineRest): LineRest => ({
  revenueCents: one.revenueCents - other.revenueCents,
  grossCents: one.grossCents - other.grossCents,
  amountCents: one.amountCents - other.amountCents,
})

export const plus = (one: LineRest, other: LineRest): LineRest => ({
  revenueCents: one.revenueCents + other.revenueCents,
  grossCents: one.grossCents + other.grossCents,
  amountCents: one.amountCents + other.amountCents,
})
