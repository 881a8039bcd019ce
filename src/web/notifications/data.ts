import { queryOptions } from '@tanstack/react-query'
import { notificationRoutes } from '#api/notifications.ts'
import type { NotificationKind } from '#domain/notifications.ts'
import { call } from '../app/api.ts'
import { queryClient } from '../app/query-client.ts'

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: () => call(notificationRoutes.getNotifications, {}),
})

let earlier: Promise<unknown> = Promise.resolve()

/** Saves the settings. Saves are serialised, so that the last one wins. */
export async function saveNotifications(switchedOff: NotificationKind[]): Promise<void> {
  const saved = earlier.then(() => call(notificationRoutes.saveNotifications, { body: { switchedOff } }))
  earlier = Promise.allSettled([saved])
  queryClient.setQueryData(notificationsQuery.queryKey, await saved)
}
