import { queryOptions } from '@tanstack/react-query'
import type { ReturnOf } from '#platform/api/route.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { ownMoneyRoutes } from '../api.ts'

export type ToDo = ReturnOf<typeof ownMoneyRoutes.getToDo>
export type Coming = ReturnOf<typeof ownMoneyRoutes.getComing>

const readToDo = ({ signal }: { signal: AbortSignal }) => call(ownMoneyRoutes.getToDo, { signal })

/** Follows everything that the first page follows. */
export const toDoQuery = queryOptions({ queryKey: ['overview', 'to-do'], queryFn: readToDo })

/** The same for the menu of the other pages, which follows only what makes or ends a task: a move of a card costs it nothing. */
export const menuTasksQuery = queryOptions({ queryKey: ['to-do'], queryFn: readToDo })

export const comingQuery = queryOptions({
  queryKey: ['overview', 'coming'],
  queryFn: ({ signal }) => call(ownMoneyRoutes.getComing, { signal }),
})
