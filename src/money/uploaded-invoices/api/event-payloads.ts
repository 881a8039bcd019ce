import type { Payload } from '#platform/api/event-payload.ts'

/** A partner's own invoice. */
interface UploadedInvoice {
  readonly invoiceId: string
  readonly number: string
}

export interface UploadedInvoiceEventPayloads {
  'payout.invoice_submitted': Payload<null, UploadedInvoice & { readonly netCents: number; readonly vatCents: number }>
  'payout.invoice_accepted': Payload<null, UploadedInvoice>
  'payout.invoice_refused': Payload<null, UploadedInvoice & { readonly reason: string }>
  'payout.invoice_reopened': Payload<null, UploadedInvoice>
}
