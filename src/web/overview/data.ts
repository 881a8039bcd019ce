import { queryOptions } from '@tanstack/react-query'
import { overviewRoutes } from '#contract/overview.ts'
import type { ReturnOf } from '#contract/route.ts'
import { call } from '../app/api.ts'

export type Overview = ReturnOf<typeof overviewRoutes.getOverview>

export const overviewQuery = queryOptions({ queryKey: ['overview'], queryFn: () => call(overviewRoutes.getOverview, {}) })
