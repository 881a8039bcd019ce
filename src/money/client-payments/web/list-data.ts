import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Period } from '#platform/api/period.ts'
import { pagesQuery } from '#platform/web/app/queries/pages-query.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { clientPaymentRoutes, type clientPaymentSorts } from '../api/client-payments.ts'
import type { ClientPaymentKind } from '../domain/client-payments.ts'

export interface ClientPaymentList extends Period {
  readonly kind?: ClientPaymentKind | undefined
  readonly partnerId?: string | undefined
  readonly search?: string | undefined
  readonly sort?: (typeof clientPaymentSorts)[number] | `-${(typeof clientPaymentSorts)[number]}` | undefined
}

export const clientPaymentsQuery = (list: ClientPaymentList) =>
  pagesQuery(['client-payments', 'list', list], (cursor, signal) =>
    call(clientPaymentRoutes.listClientPayments, { query: { ...list, cursor }, signal }),
  )

/** Count and sums of the payments matching the filter. */
export const clientPaymentSummaryQuery = ({ sort: _, ...filter }: ClientPaymentList = {}) =>
  queryOptions({
    queryKey: ['client-payments', 'summary', filter],
    queryFn: ({ signal }) => call(clientPaymentRoutes.clientPaymentSummary, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })
