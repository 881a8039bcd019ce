import { queryOptions } from '@tanstack/react-query'
import { partnerNameRoutes } from '../api.ts'
import { call } from '#platform/web/app/api.ts'

export const partnerNamesQuery = queryOptions({
  queryKey: ['partners', 'names'],
  queryFn: () => call(partnerNameRoutes.partnerNames, {}),
})
