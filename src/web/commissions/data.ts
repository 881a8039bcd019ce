import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { commissionRoutes } from '#contract/commissions.ts'
import type { CommissionStatus } from '#domain/commissions.ts'
import { call } from '../app/api.ts'
import { queryClient } from '../app/query-client.ts'

export const commissionsQuery = (status?: CommissionStatus) =>
  infiniteQueryOptions({
    queryKey: ['commissions', 'list', status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(commissionRoutes.listCommissions, {
        query: { ...(status ? { status } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

export const commissionSummaryQuery = queryOptions({
  queryKey: ['commissions', 'summary'],
  queryFn: () => call(commissionRoutes.commissionSummary, {}),
})

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['commissions'] })

export async function validateCommission(id: string): Promise<void> {
  await call(commissionRoutes.validateCommission, { params: { id } }).finally(readAgain)
}

export async function payCommission(id: string): Promise<void> {
  await call(commissionRoutes.payCommission, { params: { id } }).finally(readAgain)
}
