import type { Payload } from '#platform/api/event-payload.ts'
import type { VigilanceKind } from '#money/vigilance/domain.ts'

/** A partner's own invoice. */
interface UploadedInvoice {
  readonly invoiceId: string
  readonly number: string
}

/** A document that the provider has to have of a partner. */
interface Document {
  readonly documentId: string
  readonly kind: VigilanceKind
  readonly label: string
}

/** Events about what partners upload and staff check. */
export interface UploadEventPayloads {
  'payout.invoice_submitted': Payload<null, UploadedInvoice & { readonly netCents: number; readonly vatCents: number }>
  'payout.invoice_accepted': Payload<null, UploadedInvoice>
  'payout.invoice_refused': Payload<null, UploadedInvoice & { readonly reason: string }>
  'payout.invoice_reopened': Payload<null, UploadedInvoice>
  /** `isAutomatic`: by the amount of commissions. */
  'vigilance.requested': Payload<null, { readonly documents: readonly Document[]; readonly isAutomatic: boolean }>
  'vigilance.received': Payload<null, Document>
  'vigilance.verified': Payload<null, Document>
  'vigilance.refused': Payload<null, Document & { readonly reason: string }>
  'vigilance.withdrawn': Payload<null, Document>
  'vigilance.reminded': Payload<null, Document & { readonly daysLeft: number; readonly expiresOn: string }>
}
