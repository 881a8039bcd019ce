import { hashKey, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { firstLeads } from '../../api/lead-lists.ts'
import { leadRoutes } from '../../api/leads.ts'
import type { LeadStatus } from '../../domain/leads.ts'
import { leadStatuses } from '../../domain/leads.ts'
import { call } from '#platform/web/app/api.ts'
import { queryClient } from '#platform/web/app/query-client.ts'
import type { BoardFilter } from './board-reads.ts'
import { readBoardPart } from './board-reads.ts'
import type { CachedColumn, ColumnPage, LeadPage } from './column-pages.ts'
import { newPage, reachesEnd, refetchedPage } from './column-pages.ts'

/** What is fetched ahead of somebody who scrolls. */
const laterPage = 100
/** How many more leads are asked for when so many came into a page that an answer of its size does not reach its end. */
const growth = 50
const maxAtOnce = 200

/** The pages that a column on screen shows, by the hash of its key. */
const inView = new Map<string, readonly number[]>()

/** Says which pages are looked at: they alone are read again when something has changed. Null: the column has gone. */
export function setVisiblePages(status: LeadStatus, filter: BoardFilter, pages: readonly number[] | null): void {
  const hash = hashKey(columnQuery(status, filter).queryKey)
  if (pages) inView.set(hash, pages)
  else inView.delete(hash)
}

/**
 * One column of a board, newest first, a page at a time. When it is read again, only the pages in view are asked for: those
 * out of sight are marked as stale and read again when they come into view.
 */
export const columnQuery = (status: LeadStatus, filter: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: ['leads', 'column', status, filter],
    queryFn: async ({ client, queryKey, pageParam, signal }): Promise<ColumnPage> => {
      const known = client.getQueryData<CachedColumn>(queryKey)
      const index = known ? known.pageParams.indexOf(pageParam) : -1
      const old = known?.pages[index]
      if (old && !(inView.get(hashKey(queryKey)) ?? [0]).includes(index)) return { ...old, stale: true }
      const read = (limit: number) =>
        pageParam
          ? call(leadRoutes.listLeads, { query: { ...filter, status, limit, cursor: pageParam }, signal })
          : firstPage(status, filter, limit, signal)
      const usual = pageParam ? laterPage : firstLeads
      if (!old) return newPage(await read(usual))
      // At least the address of the first read: the server answers it without a body if nothing has changed.
      const limit = Math.min(Math.max(old.items.length, usual), maxAtOnce)
      const answer = await read(limit)
      if (reachesEnd(old, answer) || limit === maxAtOnce) return refetchedPage(old, answer)
      return refetchedPage(old, await read(Math.min(limit + growth, maxAtOnce)))
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })

async function firstPage(status: LeadStatus, filter: BoardFilter, limit: number, signal: AbortSignal): Promise<LeadPage> {
  const { pages } = await readBoardPart(filter, { status, limit }, signal)
  const page = pages.find((each) => each.status === status)
  if (!page) throw new Error(`the board was answered without ${status}`)
  return page
}

/** Count and sum of each board column. */
export const summaryQuery = (filter: BoardFilter) =>
  queryOptions({
    queryKey: ['leads', 'summary', filter],
    queryFn: async ({ signal }) => ({ byStatus: (await readBoardPart(filter, null, signal)).byStatus }),
    placeholderData: keepPreviousData,
  })

/** Reads what a board shows at once. */
export const readBoard = (filter: BoardFilter): Promise<void>[] => [
  queryClient.prefetchQuery(summaryQuery(filter)),
  ...leadStatuses.map((status) => queryClient.prefetchInfiniteQuery(columnQuery(status, filter))),
]

/** Reads again what could not be read of leads. */
export const retryBoard = (): void =>
  void queryClient.refetchQueries({ queryKey: ['leads'], type: 'active', predicate: ({ state }) => state.status === 'error' })
