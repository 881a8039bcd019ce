import type { BillingTerms } from './billing.ts'
import { vatOfPayout } from './billing.ts'
import type { CommissionKind } from './commissions.ts'
import type { Cents } from './money.ts'

/** A commission that is payable by the day of a run. */
export interface PayableCommission {
  readonly id: string
  readonly partnerId: string
  readonly kind: CommissionKind
  /** Negative for a clawback. */
  readonly amountCents: Cents
  readonly heldReason: string | null
}

/** Why a partner gets no payout in a run. */
export const withheldCodes = [
  'own',
  'excluded',
  'bank_missing',
  'bank_checksum',
  'bank_unreadable',
  'bank_recent',
  'negative',
  'below_minimum',
  'nothing_left',
] as const
export type WithheldCode = (typeof withheldCodes)[number]

export type BankTrouble = Extract<WithheldCode, `bank_${string}`>

/** What staff leave out: one commission, or everything of a partner. */
export interface Exclusion {
  readonly partnerId: string
  readonly commissionId: string | null
  readonly reason: string
}

export interface PlanRules {
  readonly minimumCents: Cents
  /** Who issues the run. */
  readonly issuerId: string
  readonly exclusions: readonly Exclusion[]
  /** Of partners whose bank details keep a payout from being sent. */
  readonly bankTrouble: ReadonlyMap<string, BankTrouble>
  /** Of partners who have a billing profile; the others' payouts carry no VAT. */
  readonly billing: ReadonlyMap<string, BillingTerms>
}

/** A commission that is left out, and why: held, or excluded from this run. */
export interface LeftOut<C> {
  readonly commission: C
  readonly why: 'held' | 'excluded'
  readonly reason: string
}

/** What a run does for one partner. */
export interface PlannedPayout<C> {
  readonly partnerId: string
  /** Commissions of the payout; of one that is withheld, those that it would have had. */
  readonly commissions: readonly C[]
  readonly leftOut: readonly LeftOut<C>[]
  readonly netCents: Cents
  readonly vatCents: Cents
  readonly totalCents: Cents
  /** Why VAT is missing; null if it is not. */
  readonly noVatReason: string | null
  /** Null if a payout is made. */
  readonly withheld: { readonly code: WithheldCode; readonly reason: string } | null
}

/** What a run would do, partner by partner, in the order in which they first occur. */
export function planPayouts<C extends PayableCommission>(commissions: readonly C[], rules: PlanRules): PlannedPayout<C>[] {
  return [...Map.groupBy(commissions, ({ partnerId }) => partnerId)].map(([partnerId, all]) => planFor(partnerId, all, rules))
}

function planFor<C extends PayableCommission>(partnerId: string, all: readonly C[], rules: PlanRules): PlannedPayout<C> {
  const excluded = new Map(rules.exclusions.map(({ commissionId, reason }) => [commissionId, reason]))
  const leftOut = all.flatMap((commission): LeftOut<C>[] => {
    if (commission.heldReason !== null) return [{ commission, why: 'held', reason: commission.heldReason }]
    const reason = excluded.get(commission.id)
    return reason === undefined ? [] : [{ commission, why: 'excluded', reason }]
  })
  const waiting = new Set(leftOut.map(({ commission }) => commission))
  const commissions = all.filter((each) => !waiting.has(each))
  const netCents = commissions.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const terms = rules.billing.get(partnerId) ?? null
  const { vatCents, reason: noVatReason } = netCents > 0 ? vatOfPayout(netCents, terms) : { vatCents: 0, reason: null }
  const totalCents = netCents + vatCents
  const withheld = withheldFor(partnerId, { commissions, netCents }, rules)
  return { partnerId, commissions, leftOut, netCents, vatCents, totalCents, noVatReason, withheld }
}

/** The first reason that holds, from what nobody can change in the preview to what only waits. */
function withheldFor(
  partnerId: string,
  { commissions, netCents }: { readonly commissions: readonly unknown[]; readonly netCents: Cents },
  rules: PlanRules,
): PlannedPayout<never>['withheld'] {
  const because = (code: WithheldCode, reason = '') => ({ code, reason })
  if (partnerId === rules.issuerId) return because('own')
  const excluded = rules.exclusions.find((each) => each.partnerId === partnerId && each.commissionId === null)
  if (excluded) return because('excluded', excluded.reason)
  if (commissions.length === 0) return because('nothing_left')
  if (netCents <= 0) return because('negative')
  const trouble = rules.bankTrouble.get(partnerId)
  if (trouble) return because(trouble)
  return netCents < rules.minimumCents ? because('below_minimum') : null
}

/** Sums of the payouts that a run makes. */
export function planTotals(plan: readonly PlannedPayout<unknown>[]) {
  const made = plan.filter(({ withheld }) => withheld === null)
  const sum = (of: (each: PlannedPayout<unknown>) => Cents) => made.reduce((total, each) => total + of(each), 0)
  return {
    payouts: made.length,
    netCents: sum(({ netCents }) => netCents),
    vatCents: sum(({ vatCents }) => vatCents),
    totalCents: sum(({ totalCents }) => totalCents),
  }
}
