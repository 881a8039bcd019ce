import { queryOptions } from '@tanstack/react-query'
import { failureRoutes } from '#api/failures.ts'
import { call } from '../app/api.ts'
import { queryClient } from '../app/query-client.ts'

export const failuresQuery = queryOptions({
  queryKey: ['failures'],
  queryFn: ({ signal }) => call(failureRoutes.listFailures, { signal }),
})

/** Runs a mutation, then invalidates affected queries. */
async function changing(work: Promise<void>): Promise<void> {
  await work
  await Promise.all(['failures', 'overview', 'partners'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })))
}

export const retryFailure = (id: string) => changing(call(failureRoutes.retryFailure, { params: { id } }))
export const dismissFailure = (id: string) => changing(call(failureRoutes.dismissFailure, { params: { id } }))
