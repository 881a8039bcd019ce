import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/app/requests/api.ts'
import { systemRoutes } from '../api.ts'

/** The server asks the mail server and others each time. */
const everyMs = 30_000

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(systemRoutes.getSystem, { signal }),
  refetchInterval: everyMs,
})
