import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { leadRoutes } from '../api/leads.ts'

export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: ['leads', 'one', id],
    queryFn: ({ signal }) => call(leadRoutes.getLead, { params: { id }, signal }),
  })

/** The history of a lead, newest first, in pages. */
export const timelineQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['leads', 'timeline', id],
    queryFn: ({ pageParam, signal }) =>
      call(leadRoutes.leadTimeline, { params: { id }, query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

/** The comments on a lead, newest first, in pages. */
export const commentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['leads', 'comments', id],
    queryFn: ({ pageParam, signal }) =>
      call(leadRoutes.leadComments, { params: { id }, query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

/** Reads the history of a lead again, where it is shown. */
export const readHistory = (id: string): Promise<void> => queryClient.invalidateQueries({ queryKey: timelineQuery(id).queryKey })
