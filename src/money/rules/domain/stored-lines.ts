import type { Cents } from '#platform/domain/money.ts'
import type { RuleDefinition } from './definition.ts'
import type { CarriedLine, TakenBonus } from './facts.ts'
import type { LineReason, LineRest } from './lines.ts'
import type { Stay } from './take-back.ts'

/** Why a commission is what it is, as it is stored with it. Revenue and rate say it of those in one line. */
export type StoredReason = LineReason & {
  /** The fact that made it, and the how many-th line of it. */
  readonly seq: number
  readonly line: number
  readonly source: string | null
  readonly day: string
  /** The civil year whose cap it counts for. */
  readonly year: string
  readonly grossCents: Cents
  /** What was taken from it while it was pending, and by the fact that made it. */
  readonly taken?: LineRest
  /** The months that a client had stayed before what came in after the departure, and what the others take of it. */
  readonly stay?: Stay & LineRest
}

/**
 * What follows from a fact that is recorded now: a departure makes what comes later smaller, payments taken back whole are no
 * first ones, and the shares of a signature are rounded together. Facts without it are of before.
 */
export const edition = 2

/** What a stored fact says beside its lead and its day. */
export interface FactBody {
  readonly edition?: typeof edition
  /** `signed`: the lead's offer, the shares in hundredths of a percent and which of them is the partner's, and their terms. */
  readonly offer?: string
  readonly shares?: readonly number[]
  readonly place?: number
  readonly version?: number
  readonly ratePercent?: number | null
  readonly tierName?: string | null
  readonly fixedCents?: Cents | null
  readonly leadCapCents?: Cents | null
  readonly revenueCents?: Cents
  readonly paymentId?: string | null
  /** `taken_back`: the line of a bonus. */
  readonly bonus?: Omit<TakenBonus, 'partnerId'>
  /** `signed`: since when the client has been signed, where the part is taken over. */
  readonly clientSince?: string
  readonly inOneLine?: boolean
  readonly byHand?: boolean
  readonly carried?: readonly CarriedLine[]
  /** `paid`, `refunded`: what is still expected of the client of a lead in one line. */
  readonly remainderCents?: Cents
}

/** A version's definition as it is stored; null ends the rule. */
export type StoredDefinition = RuleDefinition | null
