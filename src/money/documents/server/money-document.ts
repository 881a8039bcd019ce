import type { Invoice } from '../domain/invoice.ts'
import type { LeadReceipt } from '../domain/lead-receipt.ts'
import type { Certificate, Receipt, Statement } from '../domain/statements.ts'

/** The provider's look, as on the documents made from templates. */
export interface DocumentLook {
  readonly providerName: string
  /** '#1f4d3f' */
  readonly accentColour: string
  readonly logo: { readonly mime: 'image/png' | 'image/jpeg'; readonly base64: string } | null
}

/** A document about money, or the receipt of a lead's registration: the same input gives the same bytes. */
export type MoneyDocument =
  | { readonly kind: 'invoice'; readonly content: Invoice }
  | { readonly kind: 'statement'; readonly content: Statement }
  | { readonly kind: 'receipt'; readonly content: Receipt }
  | { readonly kind: 'certificate'; readonly content: Certificate }
  | { readonly kind: 'lead_receipt'; readonly content: LeadReceipt }

export interface PrintTask {
  readonly document: MoneyDocument
  readonly look: DocumentLook
}

/** Null if a character is missing in the font; such a document is not made. */
export interface PrintAnswer {
  readonly pdf: Uint8Array | null
  readonly unprintable: readonly string[]
}
