import { QueryObserver, queryOptions } from '@tanstack/react-query'
import type { Me } from '#access/api/session.ts'
import { hasAbility } from '#access/web/rights.ts'
import type { ReturnOf } from '#platform/api/route.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { whenVisible } from '#platform/web/app/when-visible.ts'
import { unreadRoutes } from '../api/unread.ts'
import type { UnreadPart } from '../domain/unread.ts'
import { noMarks, setUnreadMarks } from './unread-marks.ts'

type Unread = ReturnOf<typeof unreadRoutes.unreadLeads>

const none: Unread = { ids: [], messages: [], details: [], more: false }

/** Read when the stream opens; then it says what is news, and what was read on another device. */
const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: ({ signal }): Promise<Unread> => {
    const me = queryClient.getQueryData<Me | null>(['me'])
    const isOpen = me?.role === 'admin' || (me?.contractSigned && hasAbility(me, 'leads'))
    return isOpen ? call(unreadRoutes.unreadLeads, { signal }) : Promise.resolve(none)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Marks are read without a stream after this time: a proxy may hold streams back. */
const streamTimeoutMs = 3000

interface FollowedUnread {
  /** Reads the marks, now that the stream is open: from here on it misses nothing. */
  readonly read: () => void
  readonly stop: () => void
}

/** Shows unread leads on cards and in the menu. */
export function followUnread(): FollowedUnread {
  const observer = new QueryObserver(queryClient, { ...unreadQuery, enabled: false })
  const stop = observer.subscribe(({ data: { ids, more, ...parts } = none }) => {
    const { messages, details } = parts
    setUnreadMarks({ ids: new Set(ids), parts: { messages: new Set(messages), details: new Set(details) }, more })
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = () => {
    clearTimeout(timer)
    if (observer.options.enabled === false) observer.setOptions({ ...unreadQuery, enabled: true })
    else void queryClient.invalidateQueries(unreadQuery)
  }
  timer = setTimeout(read, streamTimeoutMs)
  return {
    read,
    stop: () => {
      clearTimeout(timer)
      stop()
      setUnreadMarks(noMarks)
    },
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

/** Leads that were deleted are not unread any more. */
export const noteGone = (leadIds: readonly string[]): void => forget(leadIds, null)

/** These leads have become unread, the newest last; null: many. `part`: where that is seen. */
export function noteUnread(leadIds: readonly string[] | null, part: UnreadPart): void {
  // What is being read may be older than these marks.
  if (leadIds === null || queryClient.isFetching({ queryKey: unreadQuery.queryKey }) > 0) {
    return whenVisible(() => void queryClient.invalidateQueries(unreadQuery))
  }
  const newest = leadIds.toReversed()
  change((parts) => ({ ...parts, [part]: [...newest, ...parts[part].filter((id) => !leadIds.includes(id))] }))
}

/** The person has read these leads, here or elsewhere; null: many. `part`: what is seen in one place, not everything. */
export function noteRead(leadIds: readonly string[] | null, part: UnreadPart | null): void {
  const unread = queryClient.getQueryData(unreadQuery.queryKey)
  // If there are more than the list holds, older ones move up into it, which only the server knows.
  if (leadIds === null || unread?.more) void queryClient.invalidateQueries(unreadQuery)
  else forget(leadIds, part)
  void queryClient.invalidateQueries({ queryKey: ['overview'], exact: true })
  void queryClient.invalidateQueries({ queryKey: ['overview', 'to-do'] })
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
