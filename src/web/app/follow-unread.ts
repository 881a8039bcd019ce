import { QueryObserver, queryOptions } from '@tanstack/react-query'
import type { Me } from '#api/auth.ts'
import type { LiveMessage } from '#api/live.ts'
import { unreadRoutes } from '#api/unread.ts'
import type { ReturnOf } from '#api/route.ts'
import { call } from './api.ts'
import { queryClient } from './query-client.ts'
import { setUnreadMarks } from './unread-marks.ts'

type Unread = ReturnOf<typeof unreadRoutes.unreadLeads>

const none: Unread = { ids: [], more: false }

/** Read once; then the live messages say what is news, and what was read on another device. */
const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: ({ signal }): Promise<Unread> => {
    const me = queryClient.getQueryData<Me | null>(['me'])
    const isOpen = me?.role === 'admin' || me?.contractSigned
    return isOpen ? call(unreadRoutes.unreadLeads, { signal }) : Promise.resolve(none)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Shows unread leads on cards and in the menu. Returns its end. */
export function followUnread(): () => void {
  const observer = new QueryObserver(queryClient, unreadQuery)
  const stop = observer.subscribe(({ data = none }) => setUnreadMarks({ ids: new Set(data.ids), more: data.more }))
  return () => {
    stop()
    setUnreadMarks({ ids: new Set(), more: false })
  }
}

function change(patch: (ids: readonly string[]) => string[]): void {
  queryClient.setQueryData(unreadQuery.queryKey, (unread) => unread && { ...unread, ids: patch(unread.ids) })
}

/** Leads of these messages become unread, or are gone. */
export function noteNews(messages: readonly LiveMessage[]): void {
  for (const { name, subject, news } of messages) {
    if (!subject) continue
    if (news) change((ids) => [subject.id, ...ids.filter((id) => id !== subject.id)])
    else if (name === 'lead.deleted') change((ids) => ids.filter((id) => id !== subject.id))
  }
}

/** The person has read these leads, here or elsewhere; null: many. */
export function noteRead(leadIds: readonly string[] | null): void {
  const unread = queryClient.getQueryData(unreadQuery.queryKey)
  // Of more than are known one by one, older ones move up.
  if (leadIds === null || unread?.more) void queryClient.invalidateQueries(unreadQuery)
  else change((ids) => ids.filter((id) => !leadIds.includes(id)))
  void queryClient.invalidateQueries({ queryKey: ['overview'], exact: true })
}

/** Takes the mark of an open lead away. A failure is not told: the mark is there again with the next read. */
export function markRead(leadId: string): void {
  change((ids) => ids.filter((id) => id !== leadId))
  call(unreadRoutes.readLead, { params: { id: leadId } }).then(
    () => noteRead([leadId]),
    () => {},
  )
}

/** Takes all marks away. */
export async function markAllRead(): Promise<void> {
  await call(unreadRoutes.readAllLeads, {})
  noteRead(null)
}
