import type { CommissionBasis } from '#money/commissions/domain.ts'
import { chooseRule } from '#money/rules/domain/choose-rule.ts'
import type { RuleDefinition, RuleVersion } from '#money/rules/domain/definition.ts'
import type { TierDraft } from '#money/tiers/domain/tiers-draft.ts'
import { basisPoints, type Cents } from '#platform/domain/money.ts'

/** What partners earn by another rule from a day on. */
export interface ChangedRule {
  /** The keys of the offers whose leads it applies to; null: all. */
  readonly offers: readonly string[] | null
  readonly definition: RuleDefinition
  /** What applies until that day; null where it is the same. */
  readonly until: RuleDefinition | null
}

/** Settings of the programme that say how leads are protected, and how and when commissions are paid. */
export interface TermsSettings {
  readonly registrations: boolean
  readonly silentAcceptance: boolean
  readonly protectionMonths: number
  readonly extensionMonths: number
  readonly commissionBasis: CommissionBasis
  readonly minimumPayoutCents: Cents
  readonly acceptanceDays: number
  readonly invoiceRequired: boolean
}
export type TermsSetting = keyof TermsSettings
export const protectionSettings = ['registrations', 'silentAcceptance', 'protectionMonths', 'extensionMonths'] as const
export const paymentSettings = ['commissionBasis', 'minimumPayoutCents', 'acceptanceDays', 'invoiceRequired'] as const

/** What has changed of the terms of a partner. */
export type TermsChange = {
  /** The first day on which it holds. */
  readonly firstDay: string
} & (
  | {
      readonly about: 'rules'
      readonly rules: readonly ChangedRule[]
      /** What was told before will not come. */
      readonly isWithdrawn: boolean
    }
  | {
      readonly about: 'tiers'
      readonly tiers: readonly TierDraft[]
      /** The partner's own, before and now; null where there are no tiers. */
      readonly from: TierDraft | null
      readonly to: TierDraft | null
    }
  | { readonly about: 'programme'; readonly settings: Partial<TermsSettings> }
  | { readonly about: 'offer'; readonly offer: string }
)

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

interface Earning {
  readonly partnerId: string
  /** The keys of the offers that leads can be for. */
  readonly offers: readonly string[]
  /** The first day on which the versions may differ. */
  readonly day: string
}

/** By which rules a partner's leads are paid from a day on, where that is another way after a change of the versions. */
export function changedRules(
  before: readonly RuleVersion[],
  after: readonly RuleVersion[],
  { partnerId, offers, day }: Earning,
): ChangedRule[] {
  const definitionOf = (rules: readonly RuleVersion[], offer: string, on: string) =>
    chooseRule(rules, { partnerId, offer, day: on }).definition
  const changed = offers.flatMap((offer) => {
    const definition = definitionOf(after, offer, day)
    if (isSame(definitionOf(before, offer, day), definition)) return []
    const until = definitionOf(after, offer, dayBefore(day))
    return { offer, definition, until: isSame(until, definition) ? null : until }
  })
  const groups = Map.groupBy(changed, ({ definition, until }) => JSON.stringify([definition, until]))
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ definition, until }) => ({
      offers: group.length === offers.length ? null : group.map(({ offer }) => offer),
      definition,
      until,
    })),
  )
}

/** Whether tiers pay the same from the same revenue on, whatever they are called. */
export function payTheSame(one: readonly TierDraft[], other: readonly TierDraft[]): boolean {
  const terms = (tiers: readonly TierDraft[]) => tiers.map((tier) => [tier.minRevenueCents, basisPoints(tier.commissionRate)])
  return isSame(terms(one), terms(other))
}
