import { useEffect } from 'react'

/** The latest start, in ms: a busy browser must not keep a page from following the portal. */
const latestStartMs = 1000
const retryMs = 5000

/**
 * Follows the portal while a tab is signed in. Its code loads once the page is shown; the stream begins at the oldest answer
 * on the page, so that nothing is missed meanwhile.
 */
export function useLiveUpdates(session: string): void {
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      import('./follow-portal.ts').then(
        ({ followPortal }) => {
          if (!isOver) stop = followPortal(session)
        },
        () => {
          if (!isOver) timer = setTimeout(start, retryMs)
        },
      )
    }
    let idle = 0
    if ('requestIdleCallback' in window) idle = requestIdleCallback(start, { timeout: latestStartMs })
    else timer = setTimeout(start, latestStartMs)
    return () => {
      isOver = true
      if (idle) cancelIdleCallback(idle)
      clearTimeout(timer)
      stop()
    }
  }, [session])
}
