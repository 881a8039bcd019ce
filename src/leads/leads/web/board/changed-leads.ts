import type { Query } from '@tanstack/react-query'
import { hashKey } from '@tanstack/react-query'
import { maxChangedLeads } from '../../api/lead-lists.ts'
import type { Lead } from '../../api/leads.ts'
import { leadRoutes } from '../../api/leads.ts'
import type { ReturnOf } from '#platform/api/route.ts'
import type { LeadStatusStats } from '../../domain/leads.ts'
import { call } from '#platform/web/app/api.ts'
import { refetchPaced, takeTurn } from '#platform/web/app/paced-refetch.ts'
import { queryClient } from '#platform/web/app/query-client.ts'
import type { LeadReader } from '#platform/web/app/lead-reader.ts'
import { setLeadReader } from '#platform/web/app/lead-reader.ts'
import { whenVisible } from '#platform/web/app/when-visible.ts'
import { summaryQuery } from './board-queries.ts'
import type { BoardFilter } from './board-reads.ts'
import type { CachedColumn } from './column-pages.ts'
import { withLead, withoutLead } from './column-pages.ts'
import { sumsAfter } from './moved-card.ts'

type Answer = ReturnOf<typeof leadRoutes.changedLeads>

/** Minimum time between two reads that live messages cause, in ms. */
const intervalMs = 1000
/** Remembered reads; the echo of a change arrives long before so many others. */
const maxRemembered = 200

const waiting = new Set<string>()
/** Start of the last read, by lead. */
const readAt = new Map<string, number>()
/** Leads that this tab is moving: their cards stay where they were dropped until the server has answered. */
const held = new Set<string>()
let isReading = false
let lastStart = Number.NEGATIVE_INFINITY
let timer: ReturnType<typeof setTimeout> | undefined
const afterReading: (() => void)[] = []

/** Protects a lead that is being moved from answers that do not know of the move yet. Returns the release. */
export function holdLead(id: string): () => void {
  held.add(id)
  return () => held.delete(id)
}

/** Reads leads that this tab has changed, with the sums of their boards. Resolves when they are shown. */
export function readChangedLeads(ids: readonly string[]): Promise<void> {
  for (const id of ids) waiting.add(id)
  if (!isReading) return read(true)
  return new Promise((resolve) => afterReading.push(() => void read(true).then(resolve)))
}

const reader: LeadReader = {
  onChangedLeads(ids) {
    for (const id of ids) waiting.add(id)
    clearTimeout(timer)
    const wait = lastStart + intervalMs - performance.now()
    if (wait <= 0 && !isReading) void read(false)
    else timer = setTimeout(() => whenVisible(readWaiting), Math.max(wait, 0))
  },
  hasRead: (id, since) => (readAt.get(id) ?? 0) >= since,
}
setLeadReader(reader)

function readWaiting(): void {
  if (isReading) afterReading.push(readWaiting)
  else void read(false)
}

const columnsOf = (filter?: BoardFilter) =>
  queryClient.getQueryCache().findAll({
    queryKey: ['leads', 'column'],
    type: 'active',
    ...(filter ? { predicate: ({ queryKey }: Query) => hashKey([queryKey[3]]) === hashKey([filter]) } : {}),
  })

/** Whether changed leads are read into this query by their ids: a column on screen, or the sums of a board on screen. */
export function isReadByIds(query: Query): boolean {
  const [, kind, filter] = query.queryKey
  return kind === 'column' ? query.isActive() : columnsOf(filter as BoardFilter).length > 0
}

/**
 * Interrupts fetches of boards, whose answers would not know of a patch that follows. Returns what fetches them again.
 */
export async function interruptBoardFetches(): Promise<() => void> {
  const interrupted = new Set(
    queryClient.getQueryCache().findAll({
      queryKey: ['leads'],
      fetchStatus: 'fetching',
      predicate: ({ queryKey: [, kind], state }) => state.data !== undefined && (kind === 'column' || kind === 'summary'),
    }),
  )
  const predicate = (query: Query) => interrupted.has(query)
  if (interrupted.size > 0) await queryClient.cancelQueries({ predicate })
  return () => {
    if (interrupted.size > 0) void queryClient.invalidateQueries({ predicate })
  }
}

/** One read at a time, so that an older answer never replaces a later one. */
async function read(isOwn: boolean): Promise<void> {
  clearTimeout(timer)
  isReading = true
  lastStart = performance.now()
  try {
    const changed = [...waiting]
    waiting.clear()
    note(changed)
    const filters = new Map(columnsOf().map(({ queryKey }) => [hashKey([queryKey[3]]), queryKey[3] as BoardFilter]))
    await Promise.all([...filters.values()].map((filter) => readInto(filter, changed, isOwn)))
  } finally {
    isReading = false
    const next = afterReading.splice(0)
    for (const each of next) each()
  }
}

function note(ids: readonly string[]): void {
  for (const id of ids) {
    readAt.delete(id)
    readAt.set(id, lastStart)
  }
  for (const [oldest] of readAt) {
    if (readAt.size <= maxRemembered) break
    readAt.delete(oldest)
  }
}

async function readInto(filter: BoardFilter, changed: readonly string[], isOwn: boolean): Promise<void> {
  const { queryKey } = summaryQuery(filter)
  const ids = [...new Set([...changed, ...markedAsDuplicatesOf(changed, filter)])]
  if (ids.length === 0) return
  const isDue = takeTurn(queryKey, isOwn)
  const refetch = () => {
    const stale = new Set<unknown>([...columnsOf(filter), queryClient.getQueryCache().find({ queryKey })])
    return queryClient.invalidateQueries({ predicate: (query) => stale.has(query) })
  }
  if (ids.length > maxChangedLeads) return refetch()
  const query = { ...filter, ids: ids.join(), ...(isDue ? { sums: 'yes' as const } : {}) }
  const answer = await call(leadRoutes.changedLeads, { query }).catch(() => null)
  // A board that cannot be read says so itself.
  if (answer) show(filter, ids, answer)
  else await refetch()
}

/** Cached leads that show one of these as the lead they may duplicate. */
function markedAsDuplicatesOf(ids: readonly string[], filter: BoardFilter): readonly string[] {
  return cachedLeads(filter).flatMap(({ id, possibleDuplicate: other }) => (other && ids.includes(other.id) ? id : []))
}

function cachedLeads(filter: BoardFilter): readonly Lead[] {
  return columnsOf(filter).flatMap(
    ({ state }) => (state.data as CachedColumn | undefined)?.pages.flatMap(({ items }) => items) ?? [],
  )
}

/** Puts leads into the columns they are in now; those that the answer lacks are gone, or the filter matches them no more. */
function show(filter: BoardFilter, ids: readonly string[], { leads, byStatus }: Answer): void {
  const free = ids.filter((id) => !held.has(id))
  const known = new Map(cachedLeads(filter).map((lead) => [lead.id, lead]))
  const now = new Map(leads.map((lead) => [lead.id, lead]))
  const outdated = new Set<Query>()
  for (const query of columnsOf(filter)) {
    const [, , status] = query.queryKey
    const patch = (column: CachedColumn) =>
      free.reduce((patched, id) => {
        const lead = now.get(id)
        return lead && lead.status === status ? withLead(patched, lead) : withoutLead(patched, id)
      }, column)
    if (!query.state.data) void query.promise?.then(() => reader.onChangedLeads(ids), ignore)
    else if (isSettled(query)) queryClient.setQueryData(query.queryKey, patch(query.state.data as CachedColumn))
    else outdated.add(query)
  }
  const { queryKey } = summaryQuery(filter)
  const summary = queryClient.getQueryCache().find({ queryKey })
  if (summary && !isSettled(summary)) outdated.add(summary)
  else if (byStatus && free.length === ids.length) queryClient.setQueryData(queryKey, { byStatus })
  else {
    // A lead beyond the loaded pages is counted by the next read of the sums.
    const seen = free.filter((id) => known.has(id))
    const adjust = (sums: { readonly byStatus: LeadStatusStats[] } | undefined) =>
      sums && { byStatus: seen.reduce((all, id) => sumsAfter(all, known.get(id) ?? null, now.get(id) ?? null), sums.byStatus) }
    if (seen.length > 0) queryClient.setQueryData(queryKey, adjust)
    // The sums may have included the change before its card came: the next read of them corrects that.
    if (summary) refetchPaced([summary])
  }
  // Under way since before the change, perhaps: asked again.
  if (outdated.size > 0) void queryClient.invalidateQueries({ predicate: (query) => outdated.has(query) })
}

/** A column that could not be read has nothing to patch, and is read again as a whole. */
const ignore = () => undefined

/** A patch would hide that a query is being fetched, failed, or is known to be stale. */
function isSettled({ state }: Query): boolean {
  return state.fetchStatus === 'idle' && state.status === 'success' && !state.isInvalidated
}
