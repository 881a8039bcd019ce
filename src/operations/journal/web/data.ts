import { queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '#platform/api/route.ts'
import { pagesQuery } from '#platform/web/app/queries/pages-query.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { eventJournalRoutes } from '../api.ts'

export type JournalFilter = Omit<RequestOf<typeof eventJournalRoutes.exportJournal>['query'], never>

export const journalQuery = (filter: JournalFilter) =>
  pagesQuery(['event-journal', 'list', filter], (cursor, signal) =>
    call(eventJournalRoutes.listJournal, { query: { ...filter, cursor }, signal }),
  )

export const journalRowQuery = (seq: number) =>
  queryOptions({
    queryKey: ['event-journal', 'row', seq],
    queryFn: ({ signal }) => call(eventJournalRoutes.getJournalRow, { params: { seq }, signal }),
  })

export const journalRootsQuery = pagesQuery(['event-journal', 'roots'], (cursor, signal) =>
  call(eventJournalRoutes.listJournalRoots, { query: { cursor }, signal }),
)
