import type { Invoice } from '#money/documents/domain/invoice.ts'
import type { Receipt } from '#money/documents/domain/statements.ts'

/** What a document of a payout says, as it is stored: without the account, which is kept encrypted. */
export type DocumentContent =
  | { readonly kind: 'invoice'; readonly content: Invoice }
  | { readonly kind: 'receipt'; readonly content: Receipt }
