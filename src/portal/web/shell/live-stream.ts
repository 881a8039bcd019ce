import type { UnreadPart } from '#communication/lead-news/domain/unread.ts'
import type { LiveMessage } from '#platform/api/live.ts'
import { liveCursor, receivedUpTo } from '#platform/web/app/requests/live-cursor.ts'

interface Follower {
  readonly onEvent: (message: LiveMessage) => void
  /** The session may have changed or ended. */
  readonly onSession: () => void
  /** The person has read leads on some device; null: many. `part`: only that of them. */
  readonly onRead: (leadIds: readonly string[] | null, part: UnreadPart | null) => void
  /** Leads have become unread; null: many. `part`: where that is seen. */
  readonly onUnread: (leadIds: readonly string[] | null, part: UnreadPart) => void
  /** The stream is open, also after an interruption: what was read or became unread before is not repeated. */
  readonly onOpen: () => void
  /** Events may have been lost: everything on screen has to be refetched. */
  readonly onGap: () => void
  /** The stream is open again after it was refused or given back; the events since then follow. */
  readonly onReopen: () => void
}

/** A browser opens at most six connections to a server over HTTP/1.1: a hidden tab gives its own back after this time. */
const hiddenMs = 30_000
const firstRetryMs = 1000
const maxRetryMs = 30_000
/** Delivery is at least once: a repeated event has one of the last ids. */
const maxRemembered = 500

/**
 * Keeps one event stream open while the tab is visible. The browser resumes an interrupted stream by itself; one that was
 * refused or given back is opened anew, with back-off. A new stream starts at the oldest answer on the page, so that
 * nothing between reading and following is lost; an event that arrives twice is passed on once. Returns its end.
 */
export function followEvents({ onEvent, onRead, onUnread, onOpen, onSession, onGap, onReopen }: Follower): () => void {
  let source: EventSource | null = null
  let later: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let isFirst = true
  const received = new Set<number>()

  const close = () => {
    source?.close()
    source = null
  }
  const open = () => {
    clearTimeout(later)
    if (source) return
    const isAgain = !isFirst
    isFirst = false
    const after = liveCursor()
    const stream = new EventSource(after === null ? '/api/live' : `/api/live?after=${after}`)
    source = stream
    stream.onopen = () => {
      attempts = 0
      onOpen()
      if (isAgain) onReopen()
    }
    stream.onmessage = (event: MessageEvent<string>) => {
      receivedUpTo(event.lastEventId)
      const seq = Number.parseInt(event.lastEventId, 10)
      if (received.has(seq)) return
      received.add(seq)
      const [oldest] = received
      if (received.size > maxRemembered && oldest !== undefined) received.delete(oldest)
      onEvent(JSON.parse(event.data) as LiveMessage)
    }
    stream.addEventListener('read', ({ data }: MessageEvent<string>) => {
      const { leadIds, part } = JSON.parse(data) as { leadIds: string[] | null; part: UnreadPart | null }
      onRead(leadIds, part)
    })
    stream.addEventListener('unread', ({ data }: MessageEvent<string>) => {
      const { leadIds, part } = JSON.parse(data) as { leadIds: string[] | null; part: UnreadPart }
      onUnread(leadIds, part)
    })
    stream.addEventListener('session', onSession)
    stream.addEventListener('reset', onGap)
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED) return
      close()
      onSession()
      clearTimeout(later)
      if (document.visibilityState === 'visible') later = setTimeout(open, Math.min(firstRetryMs * 2 ** attempts, maxRetryMs))
      attempts += 1
    }
  }
  const onVisibility = () => {
    clearTimeout(later)
    if (document.visibilityState === 'visible') open()
    else later = setTimeout(close, hiddenMs)
  }
  open()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(later)
    close()
  }
}
