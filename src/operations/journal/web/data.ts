import { queryOptions } from '@tanstack/react-query'
import { listQuery } from '#platform/web/app/queries/list-query.ts'
import { pagesQuery } from '#platform/web/app/queries/pages-query.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { eventJournalRoutes } from '../api.ts'

export const journalQuery = listQuery((query) => ['event-journal', 'list', query], eventJournalRoutes.listJournal)

export const journalRowQuery = (seq: number) =>
  queryOptions({
    queryKey: ['event-journal', 'row', seq],
    queryFn: ({ signal }) => call(eventJournalRoutes.getJournalRow, { params: { seq }, signal }),
  })

export const journalRootsQuery = pagesQuery(['event-journal', 'roots'], (cursor, signal) =>
  call(eventJournalRoutes.listJournalRoots, { query: { cursor }, signal }),
)
