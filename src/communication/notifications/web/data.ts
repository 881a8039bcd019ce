import { queryOptions } from '@tanstack/react-query'
import { type NewsMail, type NewsMailSettings, newsRoutes } from '#communication/lead-news/api/news.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { notificationRoutes } from '../api.ts'
import type { NotificationKind } from '../domain.ts'

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: () => call(notificationRoutes.getNotifications, {}),
})

let earlier: Promise<unknown> = Promise.resolve()

/** Saves the settings. Saves are serialised, so that the last one wins. */
export async function saveNotifications(switchedOff: NotificationKind[]): Promise<void> {
  const answer = earlier.then(() => call(notificationRoutes.saveNotifications, { body: { switchedOff } }))
  earlier = Promise.allSettled([answer])
  queryClient.setQueryData(notificationsQuery.queryKey, await answer)
}

export const newsMailQuery = queryOptions({
  queryKey: ['notifications', 'news'],
  queryFn: () => call(newsRoutes.getNewsMail, {}),
})

/** Saves when one kind of news is mailed; serialised with the other saves. */
export async function saveNewsMail(body: NewsMail): Promise<void> {
  const answer = earlier.then(() => call(newsRoutes.saveNewsMail, { body }))
  earlier = Promise.allSettled([answer])
  queryClient.setQueryData(newsMailQuery.queryKey, await answer)
}

export const newsSettingsQuery = queryOptions({
  queryKey: ['news-settings'],
  queryFn: () => call(newsRoutes.getNewsSettings, {}),
})

export async function saveNewsSettings(body: NewsMailSettings): Promise<void> {
  queryClient.setQueryData(newsSettingsQuery.queryKey, await call(newsRoutes.saveNewsSettings, { body }))
}
