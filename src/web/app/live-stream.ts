import type { LiveMessage } from '#api/live.ts'
import type { EventName } from '#domain/activity.ts'
import { heardUpTo, liveCursor } from './live-cursor.ts'

interface Follower {
  readonly heard: (name: EventName) => void
  /** The session may have changed or ended: ask again who is signed in. */
  readonly session: () => void
  /** Something may have been missed: everything on screen has to be read again. */
  readonly missed: () => void
  /** The stream is there again after it was refused or given back; what happened meanwhile is told next. */
  readonly reopened: () => void
}

/** A browser allows six connections to a server: a tab that nobody looks at gives its own back. */
const hiddenMs = 30_000
const firstRetryMs = 1000
const maxRetryMs = 30_000

/**
 * Keeps one stream of the portal's events open while the tab is looked at. The browser resumes an interrupted stream by
 * itself; one that was refused or given back is opened anew, later each time. A new stream begins after the last event that
 * the page shows, so that nothing is lost between reading and following. Returns its end.
 */
export function followPortal({ heard, session, missed, reopened }: Follower): () => void {
  let source: EventSource | null = null
  let later: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let isFirst = true

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
      if (isAgain) reopened()
    }
    stream.onmessage = (event: MessageEvent<string>) => {
      heardUpTo(event.lastEventId)
      heard((JSON.parse(event.data) as LiveMessage).name)
    }
    stream.addEventListener('session', session)
    stream.addEventListener('reset', missed)
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED) return
      close()
      session()
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
