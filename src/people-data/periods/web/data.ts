import { queryOptions } from '@tanstack/react-query'
import type { CountedPeriod } from '#people-data/register/domain/periods.ts'
import type { RequestOf } from '#platform/api/route.ts'
import { listQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { periodRoutes } from '../api.ts'

export const periodsQuery = queryOptions({
  queryKey: ['people-data', 'periods'],
  queryFn: ({ signal }) => call(periodRoutes.listPeriods, { signal }),
})

export const keptQuery = listQuery((query) => ['people-data', 'kept', query], periodRoutes.listKept)

async function changing<T>(work: Promise<T>): Promise<T> {
  const result = await work
  await queryClient.invalidateQueries({ queryKey: ['people-data'] })
  return result
}

export const choosePeriod = (name: CountedPeriod, days: number, reason: string) =>
  changing(call(periodRoutes.choosePeriod, { params: { name }, body: { days, reason } }))
export const confirmPeriods = (body: RequestOf<typeof periodRoutes.confirmPeriods>['body']) =>
  changing(call(periodRoutes.confirmPeriods, { body }))
