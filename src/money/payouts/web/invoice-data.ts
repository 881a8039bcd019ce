import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type UploadedInvoice, type uploadedInvoiceForm, uploadedInvoiceRoutes } from '../api/uploaded-invoices.ts'

const readAgain = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['payouts'] }),
    queryClient.invalidateQueries({ queryKey: ['overview'] }),
  ])

export function submitInvoice(payoutId: string, body: z.output<typeof uploadedInvoiceForm>): Promise<UploadedInvoice> {
  return call(uploadedInvoiceRoutes.submitInvoice, { params: { id: payoutId }, body }).finally(readAgain)
}

export function acceptInvoice(id: string): Promise<UploadedInvoice> {
  return call(uploadedInvoiceRoutes.acceptInvoice, { params: { id } }).finally(readAgain)
}

export function refuseInvoice(id: string, reason: string): Promise<UploadedInvoice> {
  return call(uploadedInvoiceRoutes.refuseInvoice, { params: { id }, body: { reason } }).finally(readAgain)
}

export function reopenInvoice(id: string): Promise<UploadedInvoice> {
  return call(uploadedInvoiceRoutes.reopenInvoice, { params: { id } }).finally(readAgain)
}
