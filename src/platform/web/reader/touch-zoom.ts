import { type RefObject, useEffect, useRef } from 'react'
import { clampZoom } from './zoom-levels.ts'

/** A point of a page, and where it is on the screen. */
export interface Anchor {
  readonly page: HTMLElement
  /** Share of the page's width and height. */
  readonly across: number
  readonly down: number
  readonly x: number
  readonly y: number
}

/** The point of the nearest page that lies at a place of the screen; null without pages. */
export function anchorAt(stack: HTMLElement, x: number, y: number): Anchor | null {
  let nearest: { page: HTMLElement; distance: number } | null = null
  for (const page of stack.querySelectorAll<HTMLElement>('[data-page]')) {
    const { top, bottom } = page.getBoundingClientRect()
    const distance = Math.max(top - y, y - bottom, 0)
    if (!nearest || distance < nearest.distance) nearest = { page, distance }
  }
  if (!nearest) return null
  const { left, top, width, height } = nearest.page.getBoundingClientRect()
  return { page: nearest.page, across: (x - left) / width, down: (y - top) / height, x, y }
}

interface TouchZoom {
  /** What scrolls sideways; contains the stack of pages. */
  readonly pages: RefObject<HTMLElement | null>
  readonly stack: RefObject<HTMLElement | null>
  readonly scroller: RefObject<HTMLElement | null>
  readonly zoom: number
  readonly onZoom: (zoom: number, anchor: Anchor | null) => void
  /** A tap on a page. */
  readonly onTap: (anchor: Anchor) => void
}

/** A finger that stays this long, or moves this far, scrolls or selects. */
const tapMs = 300
const tapPx = 10
/** A finger that comes sooner after a scroll stops it. */
const calmMs = 200

interface Pinch {
  readonly anchor: Anchor | null
  readonly distance: number
  /** The zoom that the fingers have reached. */
  zoom: number
}

const distanceOf = ([one, other]: readonly Touch[]) =>
  one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
const middleOf = ([one, other]: readonly Touch[]) =>
  one && other ? { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 } : { x: 0, y: 0 }

/**
 * Scales the pages under two fingers; they are drawn anew when the fingers leave, so that no canvas grows meanwhile.
 * Times are those of the events, since a page that is being drawn hears of a finger late.
 */
class Gesture {
  #pinch: Pinch | null = null
  #tap: { readonly at: number; readonly x: number; readonly y: number } | null = null
  #scrolledAt = 0
  readonly #parts: () => TouchZoom

  constructor(parts: () => TouchZoom) {
    this.#parts = parts
  }

  scrolled({ timeStamp }: Event): void {
    this.#scrolledAt = timeStamp
  }

  start({ touches, timeStamp: now }: TouchEvent): void {
    const { stack, zoom } = this.#parts()
    const [finger, ...others] = touches
    const isTap = finger && others.length === 0 && now - this.#scrolledAt > calmMs
    this.#tap = isTap ? { at: now, x: finger.clientX, y: finger.clientY } : null
    const fingers = [...touches]
    if (fingers.length !== 2 || !stack.current) return
    const { x, y } = middleOf(fingers)
    this.#pinch = { anchor: anchorAt(stack.current, x, y), distance: Math.max(1, distanceOf(fingers)), zoom }
  }

  move(event: TouchEvent): void {
    const { stack, zoom } = this.#parts()
    const pinch = this.#pinch
    if (!pinch || event.touches.length !== 2 || !stack.current) return
    event.preventDefault()
    pinch.zoom = clampZoom((zoom * distanceOf([...event.touches])) / pinch.distance)
    const { left, top } = stack.current.getBoundingClientRect()
    if (!stack.current.style.transform && pinch.anchor) {
      stack.current.style.transformOrigin = `${pinch.anchor.x - left}px ${pinch.anchor.y - top}px`
    }
    stack.current.style.transform = `scale(${pinch.zoom / zoom})`
  }

  end({ touches, changedTouches, timeStamp }: TouchEvent): void {
    const { stack, onZoom, onTap } = this.#parts()
    const pinch = this.#pinch
    if (pinch) {
      if (touches.length > 1) return
      this.#pinch = null
      if (stack.current) stack.current.style.transform = ''
      return onZoom(pinch.zoom, pinch.anchor)
    }
    const [finger] = changedTouches
    const tap = this.#tap
    this.#tap = null
    if (!tap || !finger || !stack.current || timeStamp - tap.at > tapMs) return
    if (Math.hypot(finger.clientX - tap.x, finger.clientY - tap.y) > tapPx) return
    const anchor = anchorAt(stack.current, finger.clientX, finger.clientY)
    if (anchor) onTap(anchor)
  }
}

/** Two fingers zoom around the point between them, and a tap is told apart from scrolling and selecting. */
export function useTouchZoom(given: TouchZoom): void {
  const parts = useRef(given)
  parts.current = given
  const { pages, scroller } = given
  useEffect(() => {
    const [here, frame] = [pages.current, scroller.current]
    if (!here || !frame) return
    const gesture = new Gesture(() => parts.current)
    const start = (event: TouchEvent) => gesture.start(event)
    const move = (event: TouchEvent) => gesture.move(event)
    const end = (event: TouchEvent) => gesture.end(event)
    const scrolled = (event: Event) => gesture.scrolled(event)
    here.addEventListener('touchstart', start, { passive: true })
    // Not passive: else the browser zooms the whole page.
    here.addEventListener('touchmove', move, { passive: false })
    here.addEventListener('touchend', end)
    here.addEventListener('touchcancel', end)
    frame.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      here.removeEventListener('touchstart', start)
      here.removeEventListener('touchmove', move)
      here.removeEventListener('touchend', end)
      here.removeEventListener('touchcancel', end)
      frame.removeEventListener('scroll', scrolled)
    }
  }, [pages, scroller])
}
