import { queryOptions } from '@tanstack/react-query'
import type { ReturnOf } from '#platform/api/route.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { overviewRoutes } from '../api.ts'

export type Overview = ReturnOf<typeof overviewRoutes.getOverview>
export type Trends = ReturnOf<typeof overviewRoutes.getTrends>

export const overviewQuery = queryOptions({ queryKey: ['overview'], queryFn: () => call(overviewRoutes.getOverview, {}) })

/** Whether there is data to chart. */
export const hasStats = ({ totalOpportunities, totalCommissionsCents }: Overview): boolean =>
  totalOpportunities > 0 || totalCommissionsCents > 0

/** Requires a signed main contract; enable only when unlocked. */
export const trendsQuery = queryOptions({ queryKey: ['overview', 'trends'], queryFn: () => call(overviewRoutes.getTrends, {}) })
