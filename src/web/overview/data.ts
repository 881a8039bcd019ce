import { queryOptions } from '@tanstack/react-query'
import { overviewRoutes } from '#api/overview.ts'
import type { ReturnOf } from '#api/route.ts'
import { call } from '../app/api.ts'

export type Overview = ReturnOf<typeof overviewRoutes.getOverview>
export type Trends = ReturnOf<typeof overviewRoutes.getTrends>

export const overviewQuery = queryOptions({ queryKey: ['overview'], queryFn: () => call(overviewRoutes.getOverview, {}) })

/** Whether there is anything for a chart to draw. */
export const hasFigures = ({ totalOpportunities, totalCommissionsCents }: Overview): boolean =>
  totalOpportunities > 0 || totalCommissionsCents > 0

/** Refused to a partner whose contract is not signed: ask only with the lock open. */
export const trendsQuery = queryOptions({ queryKey: ['overview', 'trends'], queryFn: () => call(overviewRoutes.getTrends, {}) })
