import { texts } from '#platform/domain/languages.ts'
import { type Cents, percentText } from '#platform/domain/money.ts'
import { isEuCountry } from '#platform/domain/vat-numbers.ts'
import { m } from '../messages/messages.ts'
import { frenchVatRates, vatAmount } from './vat.ts'

/**
 * How a partner's commissions are documented. `self_billing`: the provider invoices in the partner's name, under a signed
 * mandate; `upload`: the partner's own invoice; `receipt`: an individual without status, who does not invoice.
 */
export const billingModes = ['self_billing', 'upload', 'receipt'] as const
export type BillingMode = (typeof billingModes)[number]

/**
 * `standard`: French VAT at a rate. `franchise`: a French business without VAT (CGI art. 293 B). `reverse_charge`: a business of
 * another EU country with a VAT number. `none`: no French VAT at all.
 */
export const billingRegimes = ['standard', 'franchise', 'reverse_charge', 'none'] as const
export type BillingRegime = (typeof billingRegimes)[number]

export const billingModeLabels: Readonly<Record<BillingMode, string>> = texts({
  self_billing: m.selfBillingMode,
  upload: m.ownInvoice,
  receipt: m.receipt,
})

/** What staff can filter partners by. */
/** `mandate_missing`: self-billing was chosen, and its mandate is not in force. */
export const billingFilters = ['missing', 'upload', 'receipt', 'self_billing', 'mandate_missing'] as const
export type BillingFilter = (typeof billingFilters)[number]

export const billingMissing = m.billingMissing
export const mandateMissing = m.mandateMissing

/** What decides about the VAT on commissions. */
export interface BillingTerms {
  readonly mode: BillingMode
  readonly regime: BillingRegime
  /** Percent; null unless the regime is `standard`. */
  readonly vatRate: number | null
}

/** Regimes that a partner of this country (ISO 3166 alpha-2) can have, the most common first. */
export function regimesFor(mode: BillingMode, country: string): readonly BillingRegime[] {
  if (mode === 'receipt') return ['none']
  if (country === 'FR') return ['standard', 'franchise']
  // Abroad, a business without a VAT number invoices itself: its VAT category was not verified (money/billing/domain/vat.ts).
  const ownInvoice: readonly BillingRegime[] = mode === 'upload' ? ['none'] : []
  return isEuCountry(country) ? ['reverse_charge', ...ownInvoice] : ownInvoice
}

/** Fields that are filled in for a mode, country and regime; all others stay empty. */
export function billingFieldsFor(mode: BillingMode, country: string, regime: BillingRegime) {
  const isBusiness = mode !== 'receipt'
  return {
    companyNumber: isBusiness && country === 'FR',
    legalForm: isBusiness,
    vatNumber: regime === 'standard' || regime === 'reverse_charge',
    vatRate: regime === 'standard',
  }
}

/** Why no VAT is added; `no_profile`: the partner has no billing profile. */
export type NoVatReason = 'receipt' | Exclude<BillingRegime, 'standard'> | 'no_profile'

const noVatTexts: Readonly<Record<NoVatReason, string>> = texts({
  receipt: m.receiptWithoutVat,
  franchise: m.franchiseWithoutVat,
  reverse_charge: m.reverseCharge,
  none: m.noFrenchVat,
  no_profile: m.noVatWithoutData,
})

/** The reason in the reader's language; statements of earlier releases keep it in French words, which stay. */
export const noVatText = (reason: string): string => noVatTexts[reason as NoVatReason] ?? reason

/** The VAT on a partner's commissions. */
export function vatWording({ mode, regime, vatRate }: BillingTerms): string {
  if (mode !== 'receipt' && regime === 'standard') return m.vatOnTop({ rate: percentText(vatRate ?? 0) })
  return noVatTexts[noVatReason({ mode, regime })]
}

function noVatReason({ mode, regime }: Pick<BillingTerms, 'mode' | 'regime'>): NoVatReason {
  if (mode === 'receipt') return 'receipt'
  return regime === 'standard' ? 'none' : regime
}

export interface PayoutVat {
  readonly vatCents: Cents
  /** Null where VAT is added. */
  readonly reason: NoVatReason | null
}

/** A credit note of a payout: positive, with the rate of the invoice that it takes back from. */
interface Credited {
  readonly netCents: Cents
  readonly vatRate: number
}

/**
 * VAT that is paid on top of a payout's net amount; null stands for no billing profile. `invoicedCents` is the net amount of the
 * payout, or of the self-billed invoice whose `credits` are taken off. Each document is rounded once, half up to the cent.
 */
export function vatOfPayout(invoicedCents: Cents, terms: BillingTerms | null, credits: readonly Credited[] = []): PayoutVat {
  if (!terms) return { vatCents: 0, reason: 'no_profile' }
  const credited = credits.reduce((sum, { netCents, vatRate }) => sum + vatAmount(netCents, vatRate), 0)
  if (terms.regime === 'standard' && terms.vatRate !== null) {
    return { vatCents: vatAmount(invoicedCents, terms.vatRate) - credited, reason: null }
  }
  return { vatCents: 0 - credited, reason: credited === 0 ? noVatReason(terms) : null }
}

/** Whether a rate is one of those in force. */
export const isVatRate = (rate: number) => frenchVatRates.includes(rate)
