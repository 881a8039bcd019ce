import { listQuery, summaryQuery } from '#platform/web/app/queries/list-query.ts'
import { clientPaymentRoutes } from '../api/client-payments.ts'

export const clientPaymentsQuery = listQuery(
  (query) => ['client-payments', 'list', query],
  clientPaymentRoutes.listClientPayments,
)
/** Count and sums of the payments matching the filter. */
export const clientPaymentSummaryQuery = summaryQuery(
  (query) => ['client-payments', 'summary', query],
  clientPaymentRoutes.clientPaymentSummary,
)
