import { useEffect, useRef } from 'react'

/** Collects pages, or parts of a text, that were on the screen, and reports them in batches. */
export interface ShownPages {
  /** Reports newly viewed pages; resolves to whether the server accepted them. */
  readonly tell: (pages: readonly number[]) => Promise<boolean>
}

/** Debounce: batches pages of a scroll, but reports before the form can be filled in. */
const pauseMs = 800

/** Reports viewed pages after a pause and when the viewer is closed; rejected reports are retried. */
export function useShownPages({ tell }: ShownPages): (page: number) => void {
  const reported = useRef(new Set<number>())
  const fresh = useRef(new Set<number>())
  const timer = useRef(0)
  const telling = useRef(tell)
  telling.current = tell
  const flush = useRef(() => {
    clearTimeout(timer.current)
    const pages = [...fresh.current].sort((a, b) => a - b)
    if (pages.length === 0) return
    fresh.current.clear()
    for (const page of pages) reported.current.add(page)
    void telling.current(pages).then((taken) => {
      if (taken) return
      for (const page of pages) {
        reported.current.delete(page)
        fresh.current.add(page)
      }
    })
  })
  useEffect(() => {
    const leave = flush.current
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return (page) => {
    if (reported.current.has(page) || fresh.current.has(page)) return
    fresh.current.add(page)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(flush.current, pauseMs)
  }
}
