import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import type { DocumentKind } from './payout-documents.ts'

/**
 * Invoices and credit notes are transmitted by a plateforme agréée (loi de finances pour 2024, art. 91). The portal is none:
 * it prepares the files and keeps what was given to which platform. A receipt is no invoice.
 */
export const isTransmitted = (kind: DocumentKind): boolean => kind !== 'receipt'

/** Whether a document was handed over; receipts are neither. `anew`: not yet, in place of one that was refused. */
export const handoverStates = ['no', 'anew', 'yes'] as const

export const handoverLabels: Readonly<Record<(typeof handoverStates)[number], string>> = texts({
  no: m.notHandedOver,
  anew: m.toSendAnew,
  yes: m.handedOver,
})

/** Documents that are chosen one by one. */
export const maxHandedOver = 200
