import type { Receipt } from '#money/payouts/domain/statements.ts'
import type { Invoice } from './invoice.ts'

/** What a document of a payout says, as it is stored: without the account, which is kept encrypted. */
export type DocumentContent =
  | { readonly kind: 'invoice'; readonly content: Invoice }
  | { readonly kind: 'receipt'; readonly content: Receipt }
