import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { centsSum, id, idParams, lines, text, time } from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { amountMessages } from '#platform/domain/typed-amounts.ts'
import { uploadedInvoiceStatuses } from '../domain/uploaded-invoices.ts'
import { m } from '../messages/messages.ts'

/** A partner's own invoice for a payout. */
export const uploadedInvoice = z.object({
  id,
  payoutId: id,
  /** The number as it is printed on the invoice. */
  number: z.string(),
  /** Its date: '2026-11-22'. */
  issuedOn: z.iso.date(),
  netCents: centsSum,
  vatCents: centsSum,
  status: z.enum(uploadedInvoiceStatuses),
  fileName: z.string(),
  submittedAt: time,
  decidedAt: z.nullable(time),
  /** Null when a partner asks. */
  decidedBy: z.nullable(z.string()),
  refuseReason: z.nullable(z.string()),
  can: z.object({ accept: z.boolean(), refuse: z.boolean(), reopen: z.boolean() }),
})
export type UploadedInvoice = z.infer<typeof uploadedInvoice>

const noNumber = m.numberMissing

/** The amounts are those of the payout's statement. */
export const uploadedInvoiceForm = z.strictObject({
  uploadId: z.uuid({ error: m.fileMissing }),
  number: text(1, 35, noNumber, m.numberTooLong),
  issuedOn: z.iso.date({ error: m.dateMissing }),
  netCents: typedCents(amountMessages(m.theNetAmount)),
  vatCents: typedCents(amountMessages(m.theVat)),
})

export const refuseInvoiceForm = z.strictObject({ reason: lines(2, 500, m.reasonMissing) })

export const uploadedInvoiceRoutes = {
  submitInvoice: route('POST', '/payouts/:id/invoices', {
    summary:
      'Upload one’s own invoice for a payout. Refused with `invoice_differs` unless its amounts are those of the statement',
    who: 'unlockedPartner',
    ability: 'money',
    params: idParams,
    body: uploadedInvoiceForm,
    returns: uploadedInvoice,
    status: 201,
    refusals: ['upload_not_found', 'invoice_not_expected', 'invoice_differs', 'invoice_exists', 'invoice_number_taken'],
  }),
  invoiceFile: route('GET', '/uploaded-invoices/:id/file', {
    summary: 'A partner’s own invoice: its PDF or photo',
    who: 'unlocked',
    ability: 'money',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    answer: 'file',
  }),
  acceptInvoice: route('POST', '/uploaded-invoices/:id/accept', {
    summary: 'Accept a partner’s invoice',
    who: 'admin',
    right: 'money',
    params: idParams,
    returns: uploadedInvoice,
    refusals: ['invoice_decided', 'own_commission'],
  }),
  refuseInvoice: route('POST', '/uploaded-invoices/:id/refuse', {
    summary: 'Refuse a partner’s invoice: the partner reads why, and uploads another one',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: refuseInvoiceForm,
    returns: uploadedInvoice,
    refusals: ['invoice_decided', 'own_commission'],
  }),
  reopenInvoice: route('POST', '/uploaded-invoices/:id/reopen', {
    summary: 'Take the acceptance of an invoice back, until its payout is approved',
    who: 'admin',
    right: 'money',
    params: idParams,
    returns: uploadedInvoice,
    refusals: ['invoice_decided', 'own_commission'],
  }),
}
