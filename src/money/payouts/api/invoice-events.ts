import { event } from '#platform/api/events.ts'

/** A partner's own invoice. */
interface UploadedInvoice {
  readonly invoiceId: string
  readonly number: string
}

export const uploadedInvoiceEvents = {
  'payout.invoice_submitted': event<null, UploadedInvoice & { readonly netCents: number; readonly vatCents: number }>('payout'),
  'payout.invoice_accepted': event<null, UploadedInvoice>('payout'),
  'payout.invoice_refused': event<null, UploadedInvoice & { readonly reason: string }>('payout'),
  'payout.invoice_reopened': event<null, UploadedInvoice>('payout'),
}
