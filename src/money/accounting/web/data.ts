import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { accountingRoutes, type supplierCodesForm } from '../api/accounting.ts'
import type { ClosingScope } from '../domain/accounting.ts'

/** Which periods are closed, and what is missing up to the last day of a month; without one of the first open month. */
export const accountingQuery = (month?: string) =>
  queryOptions({
    queryKey: ['accounting', month ?? ''],
    queryFn: ({ signal }) => call(accountingRoutes.getAccounting, { query: month ? { month } : {}, signal }),
    placeholderData: keepPreviousData,
  })

async function changed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    await Promise.all((['accounting', 'year'] as const).map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })))
  }
}

export const closePeriod = (scope: ClosingScope, until: string) =>
  changed(call(accountingRoutes.closePeriod, { body: { scope, until } }))

export const askReopening = (id: string, reason: string) =>
  changed(call(accountingRoutes.askReopening, { params: { id }, body: { reason } }))

export const reopenPeriod = (id: string) => changed(call(accountingRoutes.reopenPeriod, { params: { id } }))

export const supplierCodesQuery = queryOptions({
  queryKey: ['supplier-codes'],
  queryFn: ({ signal }) => call(accountingRoutes.listSupplierCodes, { signal }),
})

export async function saveSupplierCodes(body: z.output<typeof supplierCodesForm>): Promise<void> {
  queryClient.setQueryData(supplierCodesQuery.queryKey, await call(accountingRoutes.saveSupplierCodes, { body }))
}
