import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type NewsMail, type NewsMailChoices, type NewsMailSettings, newsRoutes } from '../api/news.ts'
import { type NotificationChoices, notificationRoutes } from '../api/notifications.ts'
import type { NotificationKind } from '../domain/notifications.ts'

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: () => call(notificationRoutes.getNotifications, {}),
})

let earlier: Promise<unknown> = Promise.resolve()

/** Saves are serialised: each one builds on the answer of the one before, and the last one wins. */
function afterEarlier<Answer>(save: () => Promise<Answer>): Promise<Answer> {
  const answer = earlier.then(save)
  earlier = Promise.allSettled([answer])
  return answer
}

/**
 * Keeps what a save answered. A read that began before it may not know of it, and would take its place when it arrives later;
 * it is begun again, since it may have been asked for by another change.
 */
async function keepAnswer<Answer>(queryKey: QueryKey, answer: Answer): Promise<Answer> {
  const query = { queryKey, exact: true }
  const reading = queryClient.isFetching(query) > 0
  if (reading) await queryClient.cancelQueries(query)
  queryClient.setQueryData(queryKey, answer)
  if (reading) void queryClient.invalidateQueries(query)
  return answer
}

/** Switches one kind of mail on or off. The list that it is sent in is the newest one, not the one that was on the screen. */
export function saveNotification(kind: NotificationKind, mailed: boolean): Promise<NotificationChoices> {
  return afterEarlier(async () => {
    const { switchedOff } = await queryClient.ensureQueryData(notificationsQuery)
    const others = switchedOff.filter((each) => each !== kind)
    const body = { switchedOff: mailed ? others : [...others, kind] }
    return keepAnswer(notificationsQuery.queryKey, await call(notificationRoutes.saveNotifications, { body }))
  })
}

export const newsMailQuery = queryOptions({
  queryKey: ['notifications', 'news'],
  queryFn: () => call(newsRoutes.getNewsMail, {}),
})

/** Tells the caller about the leads of their colleagues, or not. */
export function saveColleaguesLeads(_: 'colleagues', colleaguesLeads: boolean): Promise<NotificationChoices> {
  return afterEarlier(async () => {
    const { switchedOff } = await queryClient.ensureQueryData(notificationsQuery)
    const body = { switchedOff, colleaguesLeads }
    return keepAnswer(notificationsQuery.queryKey, await call(notificationRoutes.saveNotifications, { body }))
  })
}

/** Saves when one kind of news is mailed. */
export function saveNewsMail(body: NewsMail): Promise<NewsMailChoices> {
  return afterEarlier(async () => keepAnswer(newsMailQuery.queryKey, await call(newsRoutes.saveNewsMail, { body })))
}

export const newsSettingsQuery = queryOptions({
  queryKey: ['news-settings'],
  queryFn: () => call(newsRoutes.getNewsSettings, {}),
})

export async function saveNewsSettings(body: NewsMailSettings): Promise<void> {
  queryClient.setQueryData(newsSettingsQuery.queryKey, await call(newsRoutes.saveNewsSettings, { body }))
}
