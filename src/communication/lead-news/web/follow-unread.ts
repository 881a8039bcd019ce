import { QueryObserver, queryOptions } from '@tanstack/react-query'
import type { LiveMessage } from '#platform/api/live.ts'
import type { ReturnOf } from '#platform/api/route.ts'
import type { Me } from '#platform/api/session.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { unreadRoutes } from '../api/unread.ts'
import { type UnreadPart, unreadPartOf } from '../domain/unread.ts'
import { noMarks, setUnreadMarks } from './unread-marks.ts'

type Unread = ReturnOf<typeof unreadRoutes.unreadLeads>

const none: Unread = { ids: [], messages: [], details: [], more: false }

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
  const stop = observer.subscribe(({ data: { ids, more, ...parts } = none }) => {
    const { messages, details } = parts
    setUnreadMarks({ ids: new Set(ids), parts: { messages: new Set(messages), details: new Set(details) }, more })
  })
  return () => {
    stop()
    setUnreadMarks(noMarks)
  }
}

type Parts = Pick<Unread, UnreadPart>

/** Changes what is unread in each place; a lead is unread while something of it is. */
function change(patch: (parts: Parts) => Parts): void {
  queryClient.setQueryData(unreadQuery.queryKey, (unread) => {
    if (!unread) return
    const { messages, details } = patch(unread)
    const left = new Set([...messages, ...details])
    const earlierIds = unread.ids.filter((id) => left.has(id))
    return { ...unread, messages, details, ids: [...left].filter((id) => !earlierIds.includes(id)).concat(earlierIds) }
  })
}

/** Takes leads out of one place, or out of both. */
function forget(leadIds: readonly string[], part: UnreadPart | null): void {
  const without = (ids: string[], of: UnreadPart) =>
    part === null || part === of ? ids.filter((id) => !leadIds.includes(id)) : ids
  change(({ messages, details }) => ({ messages: without(messages, 'messages'), details: without(details, 'details') }))
}

/** Leads of these messages become unread, or are gone. */
export function noteNews(messages: readonly LiveMessage[]): void {
  for (const { name, subject, news } of messages) {
    if (!subject) continue
    const part = unreadPartOf(name)
    if (news) change((parts) => ({ ...parts, [part]: [subject.id, ...parts[part].filter((id) => id !== subject.id)] }))
    else if (name === 'lead.deleted') forget([subject.id], null)
  }
}

/** The person has read these leads, here or elsewhere; null: many. `part`: what is seen in one place, not everything. */
export function noteRead(leadIds: readonly string[] | null, part: UnreadPart | null): void {
  const unread = queryClient.getQueryData(unreadQuery.queryKey)
  // If there are more than the list holds, older ones move up into it, which only the server knows.
  if (leadIds === null || unread?.more) void queryClient.invalidateQueries(unreadQuery)
  else forget(leadIds, part)
  void queryClient.invalidateQueries({ queryKey: ['overview'], exact: true })
}

/** Takes the mark of what is on the screen away. A failure is not told: the mark is there again with the next read. */
export function markRead(leadId: string, part: UnreadPart): void {
  forget([leadId], part)
  call(unreadRoutes.readLead, { params: { id: leadId }, query: { part } }).then(
    () => noteRead([leadId], part),
    () => {},
  )
}

/** Takes all marks away. */
export async function markAllRead(): Promise<void> {
  await call(unreadRoutes.readAllLeads, {})
  noteRead(null, null)
}
