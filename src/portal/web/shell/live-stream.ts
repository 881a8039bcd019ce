import type { UnreadPart } from '#communication/lead-news/domain/unread.ts'
import { liveCursor, receivedUpTo } from '#platform/web/app/requests/live-cursor.ts'
import type { LiveMessage } from '#portal/api/live.ts'
import { type Frame, SharedStream } from './shared-stream.ts'

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
  /** The stream is open again; the events since then follow. */
  readonly onReopen: () => void
}

/** A tab that is hidden for longer gives the stream up, or does without it. */
const hiddenMs = 30_000
const firstRetryMs = 1000
const maxRetryMs = 30_000
/** Delivery is at least once: a repeated event has one of the last ids. */
const maxRemembered = 500
const kinds = ['open', 'message', 'read', 'unread', 'session', 'reset'] as const

/**
 * Follows what happens while the tab is visible, by one stream for all visible tabs of the session: a browser opens at most six
 * connections to a server over HTTP/1.1. A tab that nobody has looked at yet has none. What a tab follows begins at the oldest
 * answer on its page, so that nothing between reading and following is lost; an event that arrives twice is passed on once.
 * Returns its end.
 */
export function followEvents(session: string, follower: Follower): () => void {
  let later: ReturnType<typeof setTimeout> | undefined
  const shared = new SharedStream({
    name: `passerelle.live.${session}`,
    position: liveCursor,
    open: (at, deliver) => openStream(session, at, deliver),
    onFrame: passOn(follower),
  })
  const leave = () => shared.leave()
  const onVisibility = () => {
    clearTimeout(later)
    if (document.visibilityState === 'visible') shared.join()
    else later = setTimeout(leave, hiddenMs)
  }
  onVisibility()
  const over = new AbortController()
  document.addEventListener('visibilitychange', onVisibility, over)
  // A page that is frozen, or kept in the history, has no timers any more.
  document.addEventListener('freeze', leave, over)
  window.addEventListener('pagehide', leave, over)
  window.addEventListener('pageshow', onVisibility, over)
  return () => {
    over.abort()
    clearTimeout(later)
    leave()
  }
}

/**
 * Opens the session's stream, which the server refuses to the next one. The browser resumes an interrupted stream by itself; one
 * that was refused is opened anew, with back-off.
 */
function openStream(session: string, at: () => string | null, deliver: (frame: Frame) => void): () => void {
  let source: EventSource
  let later: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  const open = () => {
    const after = at()
    source = new EventSource(`/api/live?session=${session}${after === null ? '' : `&after=${after}`}`)
    for (const kind of kinds) {
      source.addEventListener(kind, (event: Event) => {
        const { data = '', lastEventId = '' } = event as Partial<MessageEvent<string>>
        if (kind === 'open') attempts = 0
        deliver({ kind, data, id: kind === 'message' ? lastEventId : '' })
      })
    }
    source.addEventListener('error', ({ target }) => {
      if (target !== source || source.readyState !== EventSource.CLOSED) return
      later = setTimeout(open, Math.min(firstRetryMs * 2 ** attempts, maxRetryMs))
      attempts += 1
      deliver({ kind: 'session', data: '', id: '' })
    })
  }
  open()
  return () => {
    clearTimeout(later)
    source.close()
  }
}

/** Reads frames, and leaves out events that have come before. */
function passOn({ onEvent, onRead, onUnread, onOpen, onSession, onGap, onReopen }: Follower): (frame: Frame) => void {
  let isAgain = false
  const received = new Set<number>()
  const events = (data: string, id: string) => {
    receivedUpTo(id)
    const seq = Number.parseInt(id, 10)
    if (received.has(seq)) return
    received.add(seq)
    const [oldest] = received
    if (received.size > maxRemembered && oldest !== undefined) received.delete(oldest)
    onEvent(JSON.parse(data) as LiveMessage)
  }
  return ({ kind, data, id }) => {
    if (kind === 'message') return events(data, id)
    if (kind === 'session') return onSession()
    if (kind === 'reset') return onGap()
    if (kind === 'open') {
      onOpen()
      if (isAgain) onReopen()
      isAgain = true
      return
    }
    const { leadIds, part } = JSON.parse(data)
    if (kind === 'read') onRead(leadIds, part)
    else onUnread(leadIds, part)
  }
}
