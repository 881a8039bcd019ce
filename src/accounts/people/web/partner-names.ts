import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/app/requests/api.ts'
import { partnerNameRoutes } from '../api.ts'

export const partnerNamesQuery = queryOptions({
  queryKey: ['partners', 'names'],
  queryFn: () => call(partnerNameRoutes.partnerNames, {}),
})
