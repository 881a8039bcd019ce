import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listQuery, summaryQuery } from '#platform/web/app/queries/list-query.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type HandoverForm, invoiceRoutes, type platformStatusForm } from '../api.ts'

export const invoicesQuery = listQuery((query) => ['invoices', 'list', query], invoiceRoutes.listInvoices)
/** Count and sums of the documents matching the filter. */
export const invoiceSummaryQuery = summaryQuery((query) => ['invoices', 'summary', query], invoiceRoutes.invoiceSummary)

/** Documents of a payout in the order of their issue: one invoice or receipt, and its credit notes. */
export const payoutDocumentsQuery = (payoutId: string) =>
  queryOptions({
    queryKey: ['invoices', 'payout', payoutId],
    queryFn: ({ signal }) => call(invoiceRoutes.listInvoices, { query: { payoutId, sort: 'date', limit: 200 }, signal }),
  })

export const recordPlatformStatus = (id: string, body: z.output<typeof platformStatusForm>) =>
  call(invoiceRoutes.recordPlatformStatus, { params: { id }, body })

export const handOver = (form: HandoverForm) => call(invoiceRoutes.handOver, { body: form })
export const undoHandover = (ids: readonly string[], reason: string) =>
  call(invoiceRoutes.undoHandover, { body: { ids: [...ids], reason } })
