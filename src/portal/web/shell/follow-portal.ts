import { followUnread, noteGone, noteRead, noteUnread } from '#communication/lead-news/web/follow-unread.ts'
import { followQueue, sendWaitingLeads } from '#leads/pages/web/queue/follow-queue.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { registerWorker } from '#platform/web/app/register-worker.ts'
import { delay } from '#platform/web/app/requests/delay.ts'
import { changesAnswered } from '#platform/web/app/requests/send-request.ts'
import { whenVisible } from '#platform/web/app/when-visible.ts'
import type { LiveMessage } from '#portal/api/live.ts'
import { followEvents } from './live-stream.ts'
import { refreshAfter, refreshMarked } from './refresh.ts'

/** Events of one transaction, and of a burst, are applied together. */
const gatherMs = 80

/** Follows the portal in a session and refetches what other people, or other tabs, have changed. Returns its end. */
export function followPortal(session: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let gathered: LiveMessage[] = []
  const apply = async () => {
    // The echo of a change can arrive before its answer.
    await changesAnswered()
    // By then the page has started its own refetch after its change.
    await delay(0)
    timer = undefined
    const messages = gathered.splice(0)
    noteGone(messages.flatMap(({ name, subject }) => (name === 'lead.deleted' && subject ? [subject.id] : [])))
    refreshAfter(messages)
  }
  // This module comes when the page has loaded and the browser is idle.
  void registerWorker()
  const unread = followUnread()
  const stopQueue = followQueue()
  const stop = followEvents(session, {
    onEvent: (message) => {
      gathered.push(message)
      timer ??= setTimeout(() => whenVisible(() => void apply()), gatherMs)
    },
    onRead: noteRead,
    onUnread: (leadIds, part) => {
      noteUnread(leadIds, part)
      whenVisible(refreshMarked)
    },
    onOpen: unread.read,
    onSession: () => void queryClient.invalidateQueries({ queryKey: ['me'] }),
    onGap: () => whenVisible(() => void queryClient.invalidateQueries()),
    // Refetches queries that failed while the portal was unreachable.
    onReopen: () => {
      void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
      sendWaitingLeads()
    },
  })
  return () => {
    clearTimeout(timer)
    gathered = []
    unread.stop()
    stopQueue()
    stop()
  }
}
