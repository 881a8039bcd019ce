import type { VatCase } from '#money/billing/domain/vat.ts'
import type { StoredReason } from '#money/rules/domain/stored-lines.ts'
import type { Cents } from '#platform/domain/money.ts'

/** UNTDID 1001: 389 is a self-billed invoice, 261 a self-billed credit note. */
export const invoiceTypes = ['389', '261'] as const
export type InvoiceType = (typeof invoiceTypes)[number]

/** Days after which an invoice is due (Code de commerce, L441-10, I). */
export const invoiceDueDays = 30

/** 'YYYY-MM-DD' in the provider's time zone. */
export type IsoDay = string

export interface PostalAddress {
  readonly line1: string
  readonly line2: string
  readonly postcode: string
  readonly city: string
  /** ISO 3166 alpha-2; French overseas departments are 'FR'. */
  readonly country: string
}

/** A business on an invoice. Numbers are stored without spaces; null if the business has none. */
export interface BusinessParty {
  readonly legalName: string
  /** Such as 'SARL au capital de 8 000 €' or 'Entrepreneur individuel'; empty for foreign businesses that have none. */
  readonly legalForm: string
  readonly address: PostalAddress
  readonly siren: string | null
  readonly siret: string | null
  readonly vatNumber: string | null
  /** In the directory of platforms (scheme 0225), where it is not the SIREN alone. */
  readonly electronicAddress?: string
}

/** The partner: supplier in law, although the provider draws up the invoice. */
export interface Seller extends BusinessParty {
  /** Company number abroad, such as a Belgian enterprise number; null in France, which has the SIREN. */
  readonly foreignNumber: string | null
  readonly email: string
}

/** What a line is about, so that it is said in the language of who gets the document. */
export type LineSubject =
  | {
      readonly kind: 'commission'
      readonly client: string
      readonly revenueCents: Cents
      readonly ratePercent: number
      /** Whether clawbacks are taken off. */
      readonly isReduced: boolean
    }
  /** What another commission rule than the specification's made. */
  | {
      readonly kind: 'earned'
      readonly client: string
      readonly revenueCents: Cents
      readonly amountCents: Cents
      readonly reason: StoredReason
      readonly isReduced: boolean
    }
  | { readonly kind: 'clawback'; readonly client: string; readonly reason: string }
  /** Takes a line of another document back. */
  | { readonly kind: 'reversal'; readonly number: string; readonly of: Pick<InvoiceLine, 'subject' | 'description'> }

export interface InvoiceLine {
  /** In French, as the XML has it. */
  readonly description: string
  /** Lines of earlier releases have their description alone. */
  readonly subject?: LineSubject
  /** Positive, on credit notes too. */
  readonly netCents: Cents
  /** Percent; 0 unless the VAT case is `standard`. */
  readonly vatRate: number
}

/** Written agreement of the supplier that the customer invoices in its name. */
export interface BillingMandate {
  readonly reference: string
  readonly signedOn: IsoDay
}

export interface PaymentTerms {
  /** In words, such as 'trois fois le taux d’intérêt légal'. */
  readonly penaltyRate: string
  readonly recoveryFeeCents: Cents
  /** Conditions of a discount for early payment; empty: none is granted. */
  readonly discount: string
}

export const defaultTerms: PaymentTerms = {
  penaltyRate: 'trois fois le taux d’intérêt légal',
  recoveryFeeCents: 4000,
  discount: '',
}

/** Everything that a self-billed invoice or credit note says. Totals follow from the lines: `invoiceTotals`. */
export interface Invoice {
  readonly type: InvoiceType
  /** Unique in the seller's series: at most 35 letters, digits, '-', '+', '_' and '/'. */
  readonly number: string
  readonly issueDate: IsoDay
  /** First and last day of the services. */
  readonly service: { readonly from: IsoDay; readonly to: IsoDay }
  readonly dueDate: IsoDay
  readonly seller: Seller
  readonly buyer: BusinessParty
  readonly lines: readonly InvoiceLine[]
  readonly vatCase: VatCase
  /** Whether the seller pays VAT on invoicing instead of on receipt ('option pour les débits'). */
  readonly vatOnDebits: boolean
  readonly mandate: BillingMandate
  readonly terms: PaymentTerms
  /** The invoice that a credit note corrects; null on invoices. */
  readonly corrects: { readonly number: string; readonly issueDate: IsoDay } | null
  /** A credit note of an invoice that was rejected or refused: platforms keep it and transmit it to nobody. */
  readonly archiveOnly?: boolean
}
