import type { Cents } from '#platform/domain/money.ts'
import type { DocumentKind } from '../domain/payout-documents.ts'

/** An amount of a document as the sums count it: credit notes are taken off. */
export const signedCents = (kind: DocumentKind, cents: Cents): Cents => (kind === 'credit_note' ? -cents : cents)
