import type { Cents } from '#platform/domain/money.ts'
import type { RuleDefinition } from './definition.ts'
import type { LineReason, LineRest } from './lines.ts'

/** Why a commission is what it is, as it is stored with it; what the specification's rule makes needs none. */
export type StoredReason = LineReason & {
  /** The fact that made it, and the how many-th line of it. */
  readonly seq: number
  readonly line: number
  readonly source: string | null
  readonly day: string
  /** The civil year whose cap it counts for. */
  readonly year: string
  readonly grossCents: Cents
  /** What was taken from it while it was pending. */
  readonly taken?: LineRest
}

/** What a stored fact says beside its lead and its day. */
export interface FactBody {
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
}

/** A version's definition as it is stored; null ends the rule. */
export type StoredDefinition = RuleDefinition | null
