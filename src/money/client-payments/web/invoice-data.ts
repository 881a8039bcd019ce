import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type clientInvoiceForm, clientInvoiceRoutes } from '../api/client-invoices.ts'

/** What the provider has invoiced to a lead's client; for staff. */
export const clientInvoicesQuery = (leadId: string) =>
  queryOptions({
    queryKey: ['client-invoices', leadId],
    queryFn: ({ signal }) => call(clientInvoiceRoutes.listClientInvoices, { params: { id: leadId }, signal }),
  })

const readAgain = (leadId: string) => queryClient.invalidateQueries({ queryKey: ['client-invoices', leadId] })

export async function recordClientInvoice(leadId: string, body: z.output<typeof clientInvoiceForm>): Promise<void> {
  await call(clientInvoiceRoutes.recordClientInvoice, { params: { id: leadId }, body }).finally(() => readAgain(leadId))
}

export async function removeClientInvoice(leadId: string, id: string): Promise<void> {
  await call(clientInvoiceRoutes.removeClientInvoice, { params: { id } }).finally(() => readAgain(leadId))
}
