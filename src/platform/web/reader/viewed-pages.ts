import { type RefObject, useEffect, useRef } from 'react'

/** Collects viewed pages and reports them in batches. */
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

/** Calls back once half of the element, or of its scroll container, is visible. */
export function useSeen(
  place: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
  ready: boolean,
  onSeen: () => void,
): void {
  const seen = useRef(onSeen)
  seen.current = onSeen
  useEffect(() => {
    const here = place.current
    if (!here || !ready) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        const frameHeight = entry.rootBounds?.height ?? innerHeight
        if (entry.intersectionRect.height < Math.min(entry.boundingClientRect.height, frameHeight) / 2) return
        observer.disconnect()
        seen.current()
      },
      { root: frame.current, threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5] },
    )
    observer.observe(here)
    return () => observer.disconnect()
  }, [place, frame, ready])
}
