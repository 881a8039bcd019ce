import type { Cents } from '#platform/domain/money.ts'

/** What a rule's rate is a share of: the amount that a lead is signed at, or what its client pays. */
export const ruleBases = ['estimate', 'client_payment'] as const
export type RuleBase = (typeof ruleBases)[number]

/** What a bonus counts in its period: signed leads, the revenue that counts for the tier, or the commissions of that revenue. */
export const bonusMeasures = ['signatures', 'revenue', 'amount'] as const
export type BonusMeasure = (typeof bonusMeasures)[number]

/** Whose leads a bonus counts: those of its rule, or all of its partner's, whichever rule they have. */
export const bonusCounts = ['rule', 'all'] as const
export type BonusCounts = (typeof bonusCounts)[number]

export const bonusPeriods = ['quarter', 'half_year', 'year'] as const
export type BonusPeriod = (typeof bonusPeriods)[number]

/** The rate of the partner's tier when a lead is signed, or a percentage with at most two decimals. */
export type RuleRate = { readonly tiers: true } | { readonly percent: number }

/** Which of a client's payments bring a commission: the first, those within months of the signature, or each. */
export type CountedPayments = { readonly first: true } | { readonly months: number } | { readonly always: true }

/** A sum, or a percentage of what the bonus counts; where it counts signatures, of the revenue of its period. */
export type BonusPay = { readonly cents: Cents } | { readonly percent: number }

export interface BonusDefinition {
  readonly measure: BonusMeasure
  readonly per: BonusPeriod
  /** A number of signatures, or cents. */
  readonly from: number
  readonly pays: BonusPay
  /** Left out: those of its rule. */
  readonly counts?: BonusCounts | undefined
}

export const countsAll = ({ counts }: BonusDefinition): boolean => counts === 'all'

/** A rule as data: parts that combine, without formulas. */
export interface RuleDefinition {
  readonly base: RuleBase
  readonly rate: RuleRate | null
  /** Paid for a signed lead, or for each payment that counts. */
  readonly fixedCents: Cents | null
  readonly when: CountedPayments
  /** At most this much for a lead, and for a partner in a civil year. */
  readonly cap: { readonly leadCents: Cents | null; readonly yearCents: Cents | null }
  readonly bonuses: readonly BonusDefinition[]
  /** Where a client leaves within these months after the signature, the months that are not over are taken back. */
  readonly reduction: { readonly months: number } | null
}

/** A version of a rule. It is never edited: another one with a later first day follows it. */
export interface RuleVersion {
  readonly ruleId: string
  readonly version: number
  /** Applies to leads that are signed from this day on, in the provider's time zone. */
  readonly validFrom: string
  /** Null: for every partner. */
  readonly partnerId: string | null
  /** The key of an offer; null: for every offer. */
  readonly offer: string | null
  /** Null ends the rule: the more general one applies again. */
  readonly definition: RuleDefinition | null
}

/** The rule that the specification describes: each lead at the rate of the tier that its partner has when it is signed. */
export const tiersRule: RuleDefinition = {
  base: 'estimate',
  rate: { tiers: true },
  fixedCents: null,
  when: { always: true },
  cap: { leadCents: null, yearCents: null },
  bonuses: [],
  reduction: null,
}

/** It is the first version of the programme's rule. Commissions that staff add by hand have its arithmetic. */
export const firstRule = { ruleId: '01940000-0000-7000-8000-000000000205', version: 1 } as const

/** Whether a rule pays at the rate of the partner's tier. */
export const isByTier = (definition: RuleDefinition | null): boolean => definition?.rate != null && 'tiers' in definition.rate

/** Whether what a rule brings depends on the amount that a lead is signed at. */
export const countsAmount = ({ base, rate, bonuses }: RuleDefinition): boolean =>
  (base === 'estimate' && rate !== null) || bonuses.some(({ measure }) => measure !== 'signatures')

/** Whether a rule pays as the specification says: nothing but the rate of the tier, of the amount that a lead is signed at. */
export function isSpecified({ base, rate, fixedCents, cap, bonuses, reduction }: RuleDefinition): boolean {
  const isPlain = fixedCents === null && cap.leadCents === null && cap.yearCents === null && bonuses.length === 0
  return base === 'estimate' && rate !== null && 'tiers' in rate && isPlain && reduction === null
}
