import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/app/requests/api.ts'
import { tierRoutes } from '../api/tiers.ts'

/** What the programme's rules pay, where there are no tiers: visitors read it, who change none. */
export const programmeRulesQuery = queryOptions({
  queryKey: ['tiers', 'programme-rules'],
  queryFn: () => call(tierRoutes.programmeRules, {}),
})
