import { queryOptions } from '@tanstack/react-query'
import type { ReturnOf } from '#platform/api/route.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { forYouRoutes } from '../api.ts'

export type Tasks = ReturnOf<typeof forYouRoutes.getTasks>
export type ListedTask = Tasks['tasks'][number]

/** A part of the overview: what makes that stale makes this stale. */
export const tasksQuery = queryOptions({ queryKey: ['overview', 'tasks'], queryFn: () => call(forYouRoutes.getTasks, {}) })

/** After an act of one's own: what is decided leaves without waiting for the next live message. */
export const readTasksAgain = () => queryClient.invalidateQueries({ queryKey: ['overview'] })
