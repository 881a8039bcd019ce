import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/app/requests/api.ts'
import { readingRoutes } from '../api.ts'

/** The text of a contract; asking for it is recorded as an opening by its signer, so it is never fetched ahead. */
export const contractTextQuery = (id: string) =>
  queryOptions({
    queryKey: ['contracts', 'text', id],
    queryFn: () => call(readingRoutes.contractText, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
