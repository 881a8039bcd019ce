import type { RuleMade } from '#money/rules/domain/reason-text.ts'
import type { StoredReason } from '#money/rules/domain/stored-lines.ts'
import { type Cents, percentOf } from '#platform/domain/money.ts'
import { type Names, nameIn } from '#platform/domain/names.ts'
import type { HoldReason } from './holds.ts'
import type { BusinessParty, IsoDay, PostalAddress } from './invoice.ts'

/** Who is paid: a business, or an individual without one. */
export interface Payee {
  readonly name: string
  readonly legalForm: string
  readonly address: PostalAddress
  /** Absent from documents of earlier releases. */
  readonly siren?: string | null
  readonly siret: string | null
  readonly vatNumber: string | null
}

/** What made a commission due, on which day, and the reason of a clawback. */
export interface LineOrigin {
  readonly kind: 'validated' | 'manual' | 'clawback'
  /** Empty while it is not validated. */
  readonly on: IsoDay
  readonly reason: string
}

/** A commission with what explains its amount. Revenue, rate and tier are null for adjustments. */
export interface StatementLine {
  readonly client: string
  /** What made it due; absent from statements that were issued before, which keep words instead. */
  readonly origin?: LineOrigin
  /** The words of a statement from before there were languages; empty where there is an `origin`. */
  readonly detail: string
  /** The client's invoice whose payment made it due; absent from statements of earlier releases. */
  readonly paid?: { readonly reference: string; readonly netCents: Cents }
  /** Negative for a clawback, as is the amount. */
  readonly revenueCents: Cents | null
  readonly ratePercent: number | null
  readonly tier: string | null
  /** The tier's names by language; statements of earlier releases have none. */
  readonly tierNames?: Names
  readonly amountCents: Cents
  /** Which commission rule made it; absent from statements of earlier releases, and from what was added by hand. */
  readonly rule?: RuleMade
  /** Its arithmetic, where that is not the revenue at the rate. */
  readonly reason?: StoredReason
}

/** The line's tier as its statement is read; null for adjustments. */
export const tierOf = ({ tier, tierNames = {} }: StatementLine): string | null =>
  !tier ? null : nameIn({ name: tier, names: tierNames })

/** A commission that waits for a later statement. */
export interface HeldLine extends HoldReason {
  readonly client: string
  readonly amountCents: Cents
}

/** Statement of commissions of a period ('relevé'). */
export interface Statement {
  readonly number: string
  readonly issueDate: IsoDay
  readonly period: { readonly from: IsoDay; readonly to: IsoDay }
  readonly provider: BusinessParty
  readonly payee: Payee
  readonly lines: readonly StatementLine[]
  readonly held: readonly HeldLine[]
  /** Balance of earlier statements; negative if clawbacks exceeded commissions. */
  readonly carriedCents: Cents
  /** VAT of its invoices minus that of its credit notes, as they round it. */
  readonly vatCents: Cents
  /** Why no VAT is added, as a `NoVatReason`, or in the words of earlier releases; null if it is. */
  readonly noVatReason: string | null
  readonly invoices: readonly string[]
  /** Last day to contest; null if the statement asks for no payment. */
  readonly contestUntil: IsoDay | null
  /** End of the account's number, such as '2606', and the day of the transfer. */
  readonly transfer: { readonly accountEnd: string; readonly on: IsoDay } | null
}

export interface StatementTotals {
  readonly earnedCents: Cents
  readonly heldCents: Cents
  /** Commissions plus carried balance, without VAT. */
  readonly netCents: Cents
  readonly vatCents: Cents
  readonly totalCents: Cents
  /** Whether nothing is paid and the balance moves to the next statement. */
  readonly carriesOver: boolean
}

const sum = (lines: readonly { readonly amountCents: Cents }[]) => lines.reduce((total, line) => total + line.amountCents, 0)

export function statementTotals({ lines, held, carriedCents, vatCents }: Statement): StatementTotals {
  const earnedCents = sum(lines)
  const netCents = earnedCents + carriedCents
  return {
    earnedCents,
    heldCents: sum(held),
    netCents,
    vatCents,
    totalCents: netCents + vatCents,
    carriesOver: netCents <= 0,
  }
}

/** Whether revenue × rate, rounded half up, is the amount; clawbacks are rounded like the commission they take back. */
export function isExplained({ revenueCents, ratePercent, amountCents, reason }: StatementLine): boolean {
  if (reason) return true
  if (revenueCents === null || ratePercent === null) return true
  const amount = percentOf(Math.abs(revenueCents), ratePercent)
  return amountCents === (revenueCents < 0 ? -amount : amount)
}

/** Numbered receipt of an individual who has no business and so cannot invoice. */
export interface Receipt {
  readonly number: string
  readonly issueDate: IsoDay
  readonly provider: BusinessParty
  readonly payee: Payee
  readonly lines: readonly StatementLine[]
  /** Null where the receipt comes with the statement, before the transfer. */
  readonly paidOn: IsoDay | null
  readonly statementNumber: string
}

export interface CertifiedPayment {
  readonly paidOn: IsoDay
  readonly reference: string
  readonly netCents: Cents
  readonly vatCents: Cents
}

/** Yearly certificate of the sums paid to a partner ('attestation annuelle'). */
export interface Certificate {
  readonly year: number
  readonly issueDate: IsoDay
  readonly provider: BusinessParty
  readonly payee: Payee
  readonly payments: readonly CertifiedPayment[]
  /** Whether the sums are declared on the DAS2. */
  readonly declared: boolean
  /** For a payee without a business: adds the note on income tax. */
  readonly individual: boolean
}

export function certificateTotals({ payments }: Certificate) {
  const netCents = payments.reduce((total, each) => total + each.netCents, 0)
  const vatCents = payments.reduce((total, each) => total + each.vatCents, 0)
  return { netCents, vatCents, totalCents: netCents + vatCents }
}
