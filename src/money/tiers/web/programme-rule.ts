import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/app/requests/api.ts'
import { tierRoutes } from '../api/tiers.ts'

/** What the programme's rule pays, where there are no tiers: visitors read it, who change none. */
export const programmeRuleQuery = queryOptions({
  queryKey: ['tiers', 'programme-rule'],
  queryFn: () => call(tierRoutes.programmeRule, {}),
})
