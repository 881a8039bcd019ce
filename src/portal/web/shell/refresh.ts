import type { Query } from '@tanstack/react-query'
import type { Me } from '#access/api/session.ts'
import { isShownSince, noteChanged } from '#leads/pages/web/board/changed-leads.ts'
import { fetchStartedAt, refetchPaced } from '#platform/web/app/queries/paced-refetch.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { answeredAt } from '#platform/web/app/requests/own-requests.ts'
import { whenVisible } from '#platform/web/app/when-visible.ts'
import type { LiveMessage } from '#portal/api/live.ts'
import { staleQueries } from '#portal/web/stale-queries.ts'

/** Time at which a query's data were patched. */
const patchedAt = new WeakMap<Query, number>()

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return
  const { action, query } = event
  if (action.type === 'success' && action.manual) patchedAt.set(query, performance.now())
})

/** The overview lists unread leads: after an event that marks one it waits for the mark, no longer than this. */
const marksMs = 1500
const awaitingMarks = new Set<Query>()
let marksTimer: ReturnType<typeof setTimeout> | undefined

function awaitMarks(queries: readonly Query[]): void {
  for (const query of queries) awaitingMarks.add(query)
  if (queries.length > 0) marksTimer ??= setTimeout(() => whenVisible(refreshMarked), marksMs)
}

/** Refetches what lists unread leads, with what has waited for their marks. */
export function refreshMarked(): void {
  clearTimeout(marksTimer)
  marksTimer = undefined
  const lists = [{ queryKey: ['overview'], exact: true }, { queryKey: ['overview', 'to-do'] }]
  const queries = new Set([...awaitingMarks, ...lists.flatMap((list) => queryClient.getQueryCache().findAll(list))])
  awaitingMarks.clear()
  for (const query of queries) query.invalidate()
  refetchPaced(queries)
}

/**
 * Brings the cache up to date with the messages: boards read a changed lead alone, queries that became stale are refetched at
 * their pace if they are on screen, and marked as stale if not. The echo of this tab's own change spares what was refetched or
 * patched since the change was answered.
 */
export function refreshAfter(messages: readonly LiveMessage[]): void {
  const reader = queryClient.getQueryData<Me | null>(['me']) ?? null
  const receivedAt = performance.now()
  const cache = queryClient.getQueryCache()
  const stale = new Set<Query>()
  const boards = new Set<Query>()
  for (const message of messages) {
    const answered = answeredAt(message.requestId)
    for (const each of staleQueries(message, reader)) {
      if ('lead' in each) {
        if (answered !== null && isShownSince(each.lead, answered)) continue
        noteChanged(each.lead)
        for (const board of cache.findAll({ queryKey: ['leads', 'board'] })) boards.add(board)
      } else {
        for (const query of cache.findAll(each)) {
          if (answered === null || Math.max(patchedAt.get(query) ?? 0, fetchStartedAt(query)) < answered) stale.add(query)
        }
      }
    }
  }
  const areMarksExpected = awaitingMarks.size > 0 || messages.some(({ news }) => news)
  const awaiting = areMarksExpected ? [...stale].filter((query) => query.queryKey[0] === 'overview' && query.isActive()) : []
  for (const query of awaiting) stale.delete(query)
  awaitMarks(awaiting)
  // A board that is not stale reads only the leads that were noted.
  for (const query of stale) query.invalidate()
  refetchPaced(new Set([...stale, ...boards]), receivedAt)
}
