import type { Query, QueryKey } from '@tanstack/react-query'
import { whenVisible } from '../when-visible.ts'
import { queryClient } from './query-client.ts'

/** Sums over many records are expensive to read, and nobody follows them by the second. */
const figuresMs = 3000
const listsMs = 1000

/** Minimum time between two fetches of a query that live messages cause, in ms. */
function intervalOf([topic, kind, filter]: QueryKey): number {
  // The session decides what a person may see.
  if (topic === 'me') return 0
  // A search adds its sums up.
  if (kind === 'board') return (filter as { search?: string }).search ? figuresMs : listsMs
  return topic === 'overview' || topic === 'standing' || kind === 'summary' ? figuresMs : listsMs
}

/** Start of the last fetch that live messages caused. */
const pacedAt = new WeakMap<Query, number>()
/** Start of the fetch that a query's current or pending data come from. */
const fetchedAt = new WeakMap<Query, number>()
/** Queries to be fetched, with the time of the last message about them. */
const waiting = new Map<Query, number>()
let timer: ReturnType<typeof setTimeout> | undefined

queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
  if (type !== 'updated' || !('action' in event)) return
  if (event.action.type === 'fetch') fetchedAt.set(query, performance.now())
  else if (waiting.has(query) && !isFetching(query)) schedule()
})

const isSession = ({ queryKey: [topic] }: Query) => topic === 'me'
const isFetching = ({ state }: Query) => state.fetchStatus !== 'idle'
const dueAt = (query: Query) => (pacedAt.get(query) ?? Number.NEGATIVE_INFINITY) + intervalOf(query.queryKey)

/** Start of the fetch that a query's data come from or will come from (`performance.now()`); 0 before the first. */
export const fetchStartedAt = (query: Query): number => fetchedAt.get(query) ?? 0

/**
 * Refetches active queries at once, but each no more often than its interval: messages within it are answered by one fetch at
 * its end. Marks the others as stale. A fetch that has started since the change at `since` answers it; one that started before is
 * left to end, and another one follows.
 */
export function refetchPaced(queries: Iterable<Query>, since = performance.now()): void {
  for (const query of queries) {
    if (query.isActive()) waiting.set(query, since)
    else query.invalidate()
  }
  fetchWaiting()
}

function fetchWaiting(): void {
  const now = performance.now()
  const all = new Set<Query>()
  for (const [query, since] of waiting) {
    if (fetchStartedAt(query) > since) waiting.delete(query)
    else if (dueAt(query) <= now && !isFetching(query)) all.add(query)
  }
  // The session unlocks pages: its request leaves alone, and those of the others follow in the next turn.
  const session = new Set([...all].filter(isSession))
  const due = session.size > 0 ? session : all
  for (const query of due) {
    waiting.delete(query)
    if (query.isActive()) pacedAt.set(query, now)
    else query.invalidate()
  }
  if (due.size > 0) void queryClient.refetchQueries({ type: 'active', predicate: (query) => due.has(query) })
  schedule()
}

/** Queries that are being fetched are checked again once that fetch has ended. */
function schedule(): void {
  clearTimeout(timer)
  const next = Math.min(...[...waiting.keys()].filter((query) => !isFetching(query)).map(dueAt))
  if (next !== Number.POSITIVE_INFINITY)
    timer = setTimeout(() => whenVisible(fetchWaiting), Math.max(next - performance.now(), 0))
}
