import { keepPreviousData, type Query, queryOptions } from '@tanstack/react-query'
import { allColumns, firstLeads, furtherLeads, type leadList, maxChangedLeads } from '#leads/leads/api/lead-lists.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import type { FilterOf } from '#platform/api/list.ts'
import { refetchPaced } from '#platform/web/app/queries/paced-refetch.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { changesAnswered } from '#platform/web/app/requests/send-request.ts'
import { type Board, emptyColumn, markedAsDuplicatesOf, withLead, withoutLead, withPage } from './board-data.ts'
import { changedSince, noteChanged, touchedSince } from './changed-leads.ts'

export type BoardFilter = FilterOf<typeof leadList>

const maxAtOnce = 200
/** As the hint in the page's HTML asks for it (`first-reads.ts`). */
const firstPages = { columns: allColumns, limit: firstLeads }

/**
 * A board: its sums and the loaded leads of its columns. It is read as a whole; once it is there, and unless it is known to be
 * stale, the leads that were noted as changed are read alone.
 */
export const boardQuery = (filter: BoardFilter) =>
  queryOptions({
    queryKey: ['leads', 'board', filter],
    queryFn: async ({ client, queryKey, signal }): Promise<Board> => {
      await changesAnswered()
      const board = client.getQueryData<Board>(queryKey)
      if (!board || client.getQueryState(queryKey)?.isInvalidated) return readWhole(filter, board, signal)
      const changed = changedSince(board.readAt)
      const ids = [...new Set([...changed, ...markedAsDuplicatesOf(board, changed)])]
      if (ids.length === 0 || ids.length > maxChangedLeads) return readWhole(filter, board, signal)
      const readAt = performance.now()
      const { leads, byStatus } = await call(leadRoutes.changedLeads, { query: { ...filter, ids: ids.join() }, signal })
      // Leads missing from the answer were deleted or no longer match the filter. A further page may have arrived meanwhile.
      const rest = ids.reduce(withoutLead, client.getQueryData<Board>(queryKey) ?? board)
      return { ...leads.reduce(withLead, rest), byStatus, readAt }
    },
    placeholderData: keepPreviousData,
  })

/** Reads each column as far as it was read before. */
async function readWhole(filter: BoardFilter, previous: Board | undefined, signal: AbortSignal): Promise<Board> {
  const readAt = performance.now()
  const { byStatus, pages } = await call(leadRoutes.leadBoard, { query: { ...filter, ...firstPages }, signal })
  const columns = pages.map(async ({ status, ...page }) => {
    let column = withPage(emptyColumn, page)
    const loaded = previous?.columns[status]?.items.length ?? 0
    while (column.nextCursor && column.items.length < loaded) {
      const query = { ...filter, status, cursor: column.nextCursor, limit: Math.min(loaded - column.items.length, maxAtOnce) }
      column = withPage(column, await call(leadRoutes.listLeads, { query, signal }))
    }
    return [status, column] as const
  })
  return { byStatus, columns: Object.fromEntries(await Promise.all(columns)), readAt }
}

/** Adds the next page of a column, which follows this cursor. */
export async function readFurther(filter: BoardFilter, status: LeadStatus, cursor: string): Promise<void> {
  const startedAt = performance.now()
  const page = await call(leadRoutes.listLeads, { query: { ...filter, status, cursor, limit: furtherLeads } })
  const query = queryClient.getQueryCache().find({ queryKey: boardQuery(filter).queryKey, exact: true })
  if (!query || boardOf(query)?.columns[status]?.nextCursor !== cursor) return
  patchBoard(query, (board) => ({
    ...board,
    columns: { ...board.columns, [status]: withPage(board.columns[status] ?? emptyColumn, page) },
  }))
  // The board may show a newer state of these leads than the page has.
  const touched = touchedSince(startedAt)
  for (const id of touched) noteChanged(id)
  if (touched.length > 0) refetchPaced([query])
}

/** Patches a cached board without clearing its mark as stale. */
export function patchBoard(query: Query, patch: (board: Board) => Board): void {
  const board = boardOf(query)
  const { isInvalidated } = query.state
  if (!board) return
  queryClient.setQueryData(query.queryKey, patch(board))
  if (isInvalidated) query.invalidate()
}

/** All boards that are kept, on screen or not. */
export const knownBoards = (): Query[] => queryClient.getQueryCache().findAll({ queryKey: ['leads', 'board'] })

/** The cached board; undefined before its first read. */
export const boardOf = ({ state }: Query) => state.data as Board | undefined

export const sumsOf = ({ byStatus }: Board) => byStatus
export const showsCards = ({ columns }: Board) => Object.values(columns).some(({ items }) => items.length > 0)

/** Retries the reads of boards that have failed. */
export const retryBoard = (): void =>
  void queryClient.refetchQueries({ queryKey: ['leads'], type: 'active', predicate: ({ state }) => state.status === 'error' })
