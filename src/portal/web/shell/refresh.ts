import type { Query } from '@tanstack/react-query'
import type { Me } from '#platform/api/session.ts'
import type { LiveMessage } from '#platform/api/live.ts'
import { leadReader } from '#platform/web/app/lead-reader.ts'
import { answeredAt } from '#platform/web/app/own-requests.ts'
import { fetchStartedAt, refetchPaced } from '#platform/web/app/paced-refetch.ts'
import { queryClient } from '#platform/web/app/query-client.ts'
import { staleQueries } from '#portal/web/stale-queries.ts'

/** Columns on screen get the changed lead itself. */
const hiddenColumns = { queryKey: ['leads', 'column'], type: 'inactive' } as const

/** Start of the fetch, or time of the patch, that a query's current or pending data come from. */
const readAt = new WeakMap<Query, number>()

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return
  const { action, query } = event
  if (action.type === 'fetch' || (action.type === 'success' && action.manual)) readAt.set(query, performance.now())
})

/**
 * Brings the cache up to date with the messages: a changed lead is read by itself, queries that became stale are refetched at
 * their pace if they are on screen, and marked as stale if not. The echo of this tab's own change spares what was refetched or
 * patched since the change was answered.
 */
export function refreshAfter(messages: readonly LiveMessage[]): void {
  const userId = queryClient.getQueryData<Me | null>(['me'])?.id ?? null
  const receivedAt = performance.now()
  const stale = new Set<Query>()
  const leads = new Set<string>()
  for (const message of messages) {
    const answered = answeredAt(message.requestId)
    for (const each of staleQueries(message, userId)) {
      if ('lead' in each && (answered === null || !leadReader()?.hasRead(each.lead, answered))) leads.add(each.lead)
      const filters = 'lead' in each ? hiddenColumns : each
      for (const query of queryClient.getQueryCache().findAll(filters)) {
        if (answered === null || Math.max(readAt.get(query) ?? 0, fetchStartedAt(query)) < answered) stale.add(query)
      }
    }
  }
  // First: a board reads its sums together with its leads.
  if (leads.size > 0) leadReader()?.onChangedLeads([...leads])
  refetchPaced(stale, receivedAt)
}
