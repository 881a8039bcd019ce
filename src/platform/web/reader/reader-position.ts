import { type RefObject, useEffect, useRef, useState } from 'react'

/** Tracks the current page and scrolls to others. */
export function useCurrentPage(scroller: RefObject<HTMLElement | null>) {
  const pages = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(1)
  useEffect(() => {
    const frame = scroller.current
    if (!frame) return
    let frameRequest = 0
    const look = () => {
      frameRequest = 0
      const line = frame.getBoundingClientRect().top + frame.clientHeight / 3
      const passed = [...(pages.current?.querySelectorAll<HTMLElement>('[data-page]') ?? [])].filter(
        (page) => page.getBoundingClientRect().top <= line,
      )
      setCurrent(Number(passed.at(-1)?.dataset.page ?? 1))
    }
    const scrolled = () => {
      frameRequest ||= requestAnimationFrame(look)
    }
    frame.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      frame.removeEventListener('scroll', scrolled)
      cancelAnimationFrame(frameRequest)
    }
  }, [scroller])
  const goTo = (number: number) => {
    const page = pages.current?.querySelector(`[data-page='${number}']`)
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    page?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'start' })
  }
  return { current, pages, goTo }
}
