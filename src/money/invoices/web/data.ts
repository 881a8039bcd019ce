import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Period } from '#platform/api/period.ts'
import { pagesQuery } from '#platform/web/app/queries/pages-query.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type HandoverForm, invoiceRoutes, type invoiceSorts, type platformStatusForm } from '../api.ts'
import type { handoverStates } from '../domain/handover.ts'
import type { DocumentKind } from '../domain/payout-documents.ts'

type Sort = (typeof invoiceSorts)[number]

export interface InvoiceList extends Period {
  readonly kind?: DocumentKind | undefined
  readonly partnerId?: string | undefined
  readonly handedOver?: (typeof handoverStates)[number] | undefined
  readonly search?: string | undefined
  readonly sort?: Sort | `-${Sort}` | undefined
}

export const invoicesQuery = (list: InvoiceList) =>
  pagesQuery(['invoices', 'list', list], (cursor, signal) =>
    call(invoiceRoutes.listInvoices, { query: { ...list, cursor }, signal }),
  )

/** Count and sums of the documents matching the filter. */
export const invoiceSummaryQuery = ({ sort: _, ...filter }: InvoiceList) =>
  queryOptions({
    queryKey: ['invoices', 'summary', filter],
    queryFn: ({ signal }) => call(invoiceRoutes.invoiceSummary, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })

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
