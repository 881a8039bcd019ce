import { type BillingTerms, type NoVatReason, vatOfPayout } from '#money/billing/domain/billing.ts'
import type { CommissionKind } from '#money/commissions/domain.ts'
import type { HoldReason } from '#money/documents/domain/holds.ts'
import {
  clawbackObstacle,
  type DocumentedCommission,
  type PlannedDocument,
  planDocuments,
} from '#money/invoices/domain/payout-documents.ts'
import type { Cents } from '#platform/domain/money.ts'

/** A commission that is payable by the day of a run. */
export interface PayableCommission extends DocumentedCommission {
  readonly partnerId: string
  readonly kind: CommissionKind
  /** As staff typed it. */
  readonly heldReason: string | null
  /** A dispute about it is open. */
  readonly isContested: boolean
  /** The commission that a clawback takes back from is in no payout yet. */
  readonly originalIsOpen: boolean
}

/** What of a partner stands in the way of a payout. */
export const partnerObstacles = [
  'vigilance',
  'bank_missing',
  'bank_checksum',
  'bank_refused',
  'bank_unreadable',
  'bank_recent',
  'mandate_missing',
  'provider_identity',
  'invoice_impossible',
  'document_day_past',
] as const

/** Why a partner gets no payout in a run. */
export const withheldCodes = ['own', 'excluded', ...partnerObstacles, 'negative', 'below_minimum', 'nothing_left'] as const
export type WithheldCode = (typeof withheldCodes)[number]

export type BankObstacle = Extract<WithheldCode, `bank_${string}`>

/** Why the documents of a self-billed payout cannot be drawn up; what is missing in words. */
export interface InvoiceObstacle {
  readonly code: Extract<WithheldCode, 'mandate_missing' | 'provider_identity' | 'invoice_impossible' | 'document_day_past'>
  readonly reason: string
}

/** What staff leave out: one commission, or everything of a partner. */
export interface Exclusion {
  readonly partnerId: string
  readonly commissionId: string | null
  readonly reason: string
}

export interface PlanRules {
  readonly minimumCents: Cents
  /** The user who issues the run. */
  readonly issuerPartnerId: string | null
  readonly exclusions: readonly Exclusion[]
  /** Partners whose bank details keep a payout from being sent have an entry. */
  readonly bankObstacle: ReadonlyMap<string, BankObstacle>
  /** Why payouts of partners wait for documents, in words. */
  readonly vigilance: ReadonlyMap<string, readonly string[]>
  /** Partners with a billing profile have an entry; the others' payouts carry no VAT. */
  readonly billing: ReadonlyMap<string, BillingTerms>
  /** Partners whose commissions cannot be self-billed now have an entry. */
  readonly invoiceObstacle: ReadonlyMap<string, InvoiceObstacle>
}

/** A commission that is left out, and why: held, or excluded from this run. */
export interface LeftOut<C> extends HoldReason {
  readonly commission: C
  readonly why: 'held' | 'excluded'
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
  readonly noVatReason: NoVatReason | null
  /** Drawn up with the payout: a self-billed invoice and its credit notes, or a receipt. */
  readonly documents: readonly PlannedDocument<C>[]
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
    if (commission.isContested) return [{ commission, why: 'held', reason: '', code: 'contested' }]
    const reason = excluded.get(commission.id)
    return reason === undefined ? [] : [{ commission, why: 'excluded', reason }]
  })
  const terms = rules.billing.get(partnerId) ?? null
  leftOut.push(...waitingClawbacks(all, leftOut, terms?.mode === 'self_billing'))
  const waiting = new Set(leftOut.map(({ commission }) => commission))
  const commissions = all.filter((each) => !waiting.has(each))
  const netCents = commissions.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const documents = terms && netCents > 0 ? planDocuments(commissions, terms) : []
  const { vatCents, reason: noVatReason } = vatFor(netCents, terms, documents)
  const totalCents = netCents + vatCents
  const withheld = withheldFor(partnerId, { commissions, netCents, totalCents }, rules)
  return { partnerId, commissions, leftOut, netCents, vatCents, totalCents, noVatReason, documents, withheld }
}

/** Clawbacks of what is neither settled nor in this payout, and those that no credit note can be drawn up for. */
function waitingClawbacks<C extends PayableCommission>(
  all: readonly C[],
  leftOut: readonly LeftOut<C>[],
  isSelfBilled: boolean,
): LeftOut<C>[] {
  const waiting = new Set(leftOut.map(({ commission }) => commission))
  const rest = all.filter((each) => !waiting.has(each))
  const inPayout = new Set(rest.map(({ id }) => id))
  return rest.flatMap((commission) => {
    const code = clawbackObstacle(commission, inPayout, isSelfBilled)
    return code === null ? [] : [{ commission, why: 'held' as const, reason: '', code }]
  })
}

function vatFor(netCents: Cents, terms: BillingTerms | null, documents: readonly PlannedDocument<unknown>[]) {
  if (netCents <= 0) return { vatCents: 0, reason: null }
  if (terms?.mode !== 'self_billing') return vatOfPayout(netCents, terms)
  const credits = documents.filter(({ kind }) => kind === 'credit_note')
  return vatOfPayout(netCents + credits.reduce((sum, credit) => sum + credit.netCents, 0), terms, credits)
}

/** The first reason that holds, from what nobody can change in the preview to what only waits. */
function withheldFor(
  partnerId: string,
  { commissions, netCents, totalCents }: Pick<PlannedPayout<unknown>, 'commissions' | 'netCents' | 'totalCents'>,
  rules: PlanRules,
): PlannedPayout<never>['withheld'] {
  const because = (code: WithheldCode, reason = '') => ({ code, reason })
  if (partnerId === rules.issuerPartnerId) return because('own')
  const excluded = rules.exclusions.find((each) => each.partnerId === partnerId && each.commissionId === null)
  if (excluded) return because('excluded', excluded.reason)
  if (commissions.length === 0) return because('nothing_left')
  // Credit notes with VAT may exceed what is earned without.
  if (netCents <= 0 || totalCents <= 0) return because('negative')
  const [blocked] = rules.vigilance.get(partnerId) ?? []
  if (blocked) return because('vigilance', blocked)
  const obstacle = rules.bankObstacle.get(partnerId)
  if (obstacle) return because(obstacle)
  const undocumented = rules.invoiceObstacle.get(partnerId)
  if (undocumented) return undocumented
  return netCents < rules.minimumCents ? because('below_minimum') : null
}

/** Sums of the payouts that a run makes. */
export function planTotals(plan: readonly PlannedPayout<unknown>[]) {
  const payable = plan.filter(({ withheld }) => withheld === null)
  const sum = (of: (each: PlannedPayout<unknown>) => Cents) => payable.reduce((total, each) => total + of(each), 0)
  return {
    payouts: payable.length,
    netCents: sum(({ netCents }) => netCents),
    vatCents: sum(({ vatCents }) => vatCents),
    totalCents: sum(({ totalCents }) => totalCents),
  }
}
