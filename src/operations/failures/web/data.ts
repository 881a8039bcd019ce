import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { failureRoutes } from '../api.ts'

export const failuresQuery = queryOptions({
  queryKey: ['failures'],
  queryFn: ({ signal }) => call(failureRoutes.listFailures, { signal }),
})

/** Runs a mutation, then invalidates affected queries. */
async function changing<T>(work: Promise<T>): Promise<T> {
  const result = await work
  const topics = ['failures', 'overview', 'partners', 'system'] as const
  await Promise.all(topics.map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })))
  return result
}

export const retryFailure = (id: string) => changing(call(failureRoutes.retryFailure, { params: { id } }))
export const retryFailures = () => changing(call(failureRoutes.retryFailures, {}))
export const dismissFailure = (id: string) => changing(call(failureRoutes.dismissFailure, { params: { id } }))
