import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/app/requests/api.ts'
import { registerRoutes } from '../api.ts'

export const recordQuery = queryOptions({
  queryKey: ['people-data', 'record'],
  queryFn: ({ signal }) => call(registerRoutes.processingRecord, { signal }),
})
