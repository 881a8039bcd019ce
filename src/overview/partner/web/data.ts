import { queryOptions } from '@tanstack/react-query'
import type { ReturnOf } from '#platform/api/route.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { type ComingLine, ownMoneyRoutes } from '../api.ts'

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

/** What is next to be paid and by when: all that has the first date; null while nothing has one. */
export function nextPayment(lines: readonly ComingLine[]): { readonly payableBy: string; readonly amountCents: number } | null {
  const dated = lines.filter((line): line is ComingLine & { payableBy: string } => line.payableBy !== null)
  const [first] = dated
  if (!first) return null
  const day = shortDate(first.payableBy)
  const amountCents = dated.reduce((sum, line) => sum + (shortDate(line.payableBy) === day ? line.amountCents : 0), 0)
  return { payableBy: first.payableBy, amountCents: Math.max(0, amountCents) }
}
