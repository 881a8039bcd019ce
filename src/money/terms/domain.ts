import type { CommissionBasis } from '#money/commissions/domain.ts'
import type { ChangedRule } from '#money/rules/domain/changed-rules.ts'
import type { Cents } from '#platform/domain/money.ts'
import type { Names } from '#platform/domain/names.ts'

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

/** A tier as partners are told it. */
export interface ToldTier {
  readonly name: string
  readonly names?: Names | undefined
  readonly minRevenueCents: Cents
  readonly commissionRate: number
}

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
      readonly tiers: readonly ToldTier[]
      /** The partner's own, before and now; null where there are no tiers. */
      readonly from: ToldTier | null
      readonly to: ToldTier | null
    }
  | { readonly about: 'programme'; readonly settings: Partial<TermsSettings> }
  | { readonly about: 'offer'; readonly offer: string }
)
