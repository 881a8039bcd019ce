import { basisPoints, type Cents } from '#platform/domain/money.ts'
import { isEuCountry } from '#platform/domain/vat-numbers.ts'
import { m } from '../messages/messages.ts'

/**
 * `standard`: French VAT. `franchise`: no VAT (CGI art. 293 B). `reverse_charge`: a business of another EU country, whose
 * customer owes the VAT (CGI art. 283-2, directive 2006/112/CE art. 196).
 */
export const vatCases = ['standard', 'franchise', 'reverse_charge'] as const
export type VatCase = (typeof vatCases)[number]

/** Rates in force (CGI art. 278 to 281 octies, 296): 20 % for commissions; 8.5 % in Guadeloupe, Martinique and Réunion. */
export const frenchVatRates: readonly number[] = [20, 10, 8.5, 5.5, 2.1]

/** VAT categories of EN 16931 (UNTDID 5305). */
export const vatCategories: Readonly<Record<VatCase, 'S' | 'E' | 'AE'>> = {
  standard: 'S',
  franchise: 'E',
  reverse_charge: 'AE',
}

/** What a partner's billing profile says of its business; `individual` has none. */
export type SellerRegime = 'vat_payer' | 'franchise' | 'individual'

/**
 * The VAT case of a partner's invoices, or why none can be made, in French. Businesses outside the EU are refused: which of
 * the categories O and AE applies has not been verified, so staff decide outside the product.
 */
export function vatCaseOf(regime: SellerRegime, country: string): VatCase | { readonly refused: string } {
  if (regime === 'individual') {
    return { refused: m.individualHasReceipt() }
  }
  if (country === 'FR') return regime === 'franchise' ? 'franchise' : 'standard'
  if (!isEuCountry(country)) {
    return { refused: m.outsideUnion() }
  }
  if (regime === 'franchise') {
    return { refused: m.franchiseAbroad() }
  }
  return 'reverse_charge'
}

const hundredPercent = 10_000n

/** VAT on a net amount, rounded half up to the cent. EN 16931 rounds once per rate, not per line (BR-S-09). */
export function vatAmount(netCents: Cents, ratePercent: number): Cents {
  const scaled = BigInt(netCents) * BigInt(basisPoints(ratePercent))
  const half = scaled < 0n ? -hundredPercent / 2n : hundredPercent / 2n
  return Number((scaled + half) / hundredPercent)
}

export interface VatSubtotal {
  readonly rate: number
  readonly netCents: Cents
  readonly vatCents: Cents
}

export interface InvoiceTotals {
  readonly netCents: Cents
  readonly vatCents: Cents
  readonly totalCents: Cents
  /** One entry per rate, highest first. */
  readonly subtotals: readonly VatSubtotal[]
}

interface TaxedLine {
  readonly netCents: Cents
  readonly vatRate: number
}

/** Totals as EN 16931 computes them: lines are added per rate, VAT is rounded per rate. */
export function invoiceTotals(lines: readonly TaxedLine[]): InvoiceTotals {
  const rates = [...new Set(lines.map((line) => line.vatRate))].sort((one, other) => other - one)
  const subtotals = rates.map((rate): VatSubtotal => {
    const netCents = lines.filter((line) => line.vatRate === rate).reduce((sum, line) => sum + line.netCents, 0)
    return { rate, netCents, vatCents: vatAmount(netCents, rate) }
  })
  const netCents = subtotals.reduce((sum, each) => sum + each.netCents, 0)
  const vatCents = subtotals.reduce((sum, each) => sum + each.vatCents, 0)
  return { netCents, vatCents, totalCents: netCents + vatCents, subtotals }
}
