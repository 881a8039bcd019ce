import type { Query } from '@tanstack/react-query'
import type { Me } from '#api/auth.ts'
import type { LiveMessage } from '#api/live.ts'
import { answeredAt } from './own-requests.ts'
import { queryClient } from './query-client.ts'
import { staleQueries } from './stale-queries.ts'

/** Start of the fetch, or time of the patch, that a query's current or pending data come from. */
const readAt = new WeakMap<Query, number>()

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return
  const { action, query } = event
  if (action.type === 'fetch' || (action.type === 'success' && action.manual)) readAt.set(query, performance.now())
})

/**
 * Refetches what the messages made stale and is on screen, each query once, and marks the rest as stale. The echo of this
 * tab's own change spares what was refetched or patched since the change was answered.
 */
export function refreshAfter(messages: readonly LiveMessage[]): void {
  const userId = queryClient.getQueryData<Me | null>(['me'])?.id ?? null
  const stale = new Set<Query>()
  for (const message of messages) {
    const answered = answeredAt(message.requestId)
    for (const filters of staleQueries(message, userId)) {
      for (const query of queryClient.getQueryCache().findAll(filters)) {
        if (answered === null || (readAt.get(query) ?? 0) < answered) stale.add(query)
      }
    }
  }
  if (stale.size > 0) void queryClient.invalidateQueries({ predicate: (query) => stale.has(query) })
}
