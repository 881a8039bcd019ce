import { queryOptions } from '@tanstack/react-query'
import { partnerNameRoutes } from '#api/partner-names.ts'
import { call } from '../app/api.ts'

export const partnerNamesQuery = queryOptions({
  queryKey: ['partners', 'names'],
  queryFn: () => call(partnerNameRoutes.partnerNames, {}),
})
