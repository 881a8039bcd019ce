import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { pagesQuery } from '#platform/web/app/queries/pages-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { meQuery } from '#platform/web/app/session/session.ts'
import { type announcementForm, announcementRoutes } from '../api.ts'
import type { AnnouncementAudience } from '../domain.ts'

export const announcementsQuery = pagesQuery(['announcements', 'list'], (cursor, signal) =>
  call(announcementRoutes.listAnnouncements, { query: { cursor }, signal }),
)

export const audienceQuery = (audience: AnnouncementAudience, tierId: string | null) =>
  queryOptions({
    queryKey: ['announcements', 'audience', audience, tierId],
    queryFn: ({ signal }) =>
      call(announcementRoutes.countAudience, { query: { audience, ...(tierId ? { tierId } : {}) }, signal }),
    enabled: audience !== 'tier' || tierId !== null,
  })

export const receiptsQuery = (id: string, read: 'yes' | 'no') =>
  pagesQuery(['announcements', 'receipts', id, read], (cursor, signal) =>
    call(announcementRoutes.announcementReceipts, { params: { id }, query: { read, cursor }, signal }),
  )

/** Unread announcements, which are shown without being opened, newest first. */
export const unreadQuery = queryOptions({
  queryKey: ['announcements', 'unread'],
  queryFn: ({ signal }) => call(announcementRoutes.ownAnnouncements, { query: { which: 'unread' }, signal }),
})

export const ownAnnouncementsQuery = infiniteQueryOptions({
  queryKey: ['announcements', 'own'],
  queryFn: ({ pageParam, signal }) =>
    call(announcementRoutes.ownAnnouncements, { query: { limit: 20, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
  initialPageParam: '',
  getNextPageParam: (last) => last.nextCursor,
})

async function readAgain<T>(change: Promise<T>): Promise<T> {
  const answer = await change
  await queryClient.invalidateQueries({ queryKey: ['announcements'] })
  return answer
}

export const publish = (body: z.input<typeof announcementForm>) =>
  readAgain(call(announcementRoutes.publishAnnouncement, { body }))

export const withdraw = (id: string) => readAgain(call(announcementRoutes.withdrawAnnouncement, { params: { id } }))

/** The bar asks the session whether there is another one. */
export async function markAnnouncementRead(id: string): Promise<void> {
  await readAgain(call(announcementRoutes.readAnnouncement, { params: { id } }))
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
}
