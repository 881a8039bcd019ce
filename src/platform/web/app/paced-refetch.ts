import type { Query, QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'
import { whenVisible } from './when-visible.ts'

/** Sums over many records are expensive to read, and nobody follows them by the second. */
const figuresMs = 3000
const listsMs = 1000

/** Minimum time between two fetches of a query that live messages cause, in ms. */
function intervalOf([topic, kind]: QueryKey): number {
  // The session decides what a person may see.
  if (topic === 'me') return 0
  return topic === 'overview' || topic === 'standing' || kind === 'summary' ? figuresMs : listsMs
}

/** Start of the last fetch that live messages caused. */
const pacedAt = new WeakMap<Query, number>()
/** Start of the fetch that a query's current or pending data come from. */
const fetchedAt = new WeakMap<Query, number>()
/** Queries whose interval has not passed, with the time of the last message about them. */
const waiting = new Map<Query, number>()
let timer: ReturnType<typeof setTimeout> | undefined

queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'fetch') fetchedAt.set(event.query, performance.now())
})

const dueAt = (query: Query) => (pacedAt.get(query) ?? Number.NEGATIVE_INFINITY) + intervalOf(query.queryKey)

/** Start of the fetch that a query's data come from or will come from (`performance.now()`); 0 before the first. */
export const fetchStartedAt = (query: Query): number => fetchedAt.get(query) ?? 0

/**
 * Whether an active query may be fetched now; with `isUrgent` whenever it is active. If so, the caller fetches it, by whatever
 * request, and has to put the answer into the cache.
 */
export function takeTurn(queryKey: QueryKey, isUrgent = false): boolean {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true, type: 'active' })
  const now = performance.now()
  if (!query || (!isUrgent && dueAt(query) > now)) return false
  pacedAt.set(query, now)
  fetchedAt.set(query, now)
  return true
}

/**
 * Refetches active queries at once, but each no more often than its interval: messages within it are answered by one fetch at
 * its end. Marks the others as stale. A fetch that has started since the change at `since` answers it.
 */
export function refetchPaced(queries: Iterable<Query>, since = performance.now()): void {
  const now = performance.now()
  const due = new Set<Query>()
  for (const query of queries) {
    if (!query.isActive() || dueAt(query) <= now) due.add(query)
    else waiting.set(query, since)
  }
  fetch(due)
  schedule()
}

function fetch(due: ReadonlySet<Query>): void {
  if (due.size === 0) return
  const now = performance.now()
  for (const query of due) {
    waiting.delete(query)
    if (query.isActive()) pacedAt.set(query, now)
    // A first fetch is not started again, and its answer may be older than the change.
    if (query.state.data === undefined) void query.promise?.then(() => refetchPaced([query]), ignore)
  }
  void queryClient.invalidateQueries({ predicate: (query) => due.has(query) })
}

function schedule(): void {
  clearTimeout(timer)
  if (waiting.size === 0) return
  const next = Math.min(...[...waiting.keys()].map(dueAt))
  timer = setTimeout(() => whenVisible(fetchWaiting), Math.max(next - performance.now(), 0))
}

function fetchWaiting(): void {
  const now = performance.now()
  const due = new Set<Query>()
  for (const [query, since] of waiting) {
    if ((fetchedAt.get(query) ?? 0) > since) waiting.delete(query)
    else if (dueAt(query) <= now) due.add(query)
  }
  fetch(due)
  schedule()
}

/** What could not be read is read again as a whole. */
const ignore = () => undefined
