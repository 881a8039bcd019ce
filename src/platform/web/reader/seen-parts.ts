import { type RefObject, useEffect, useRef } from 'react'
import { isWhole, type Range, sharedRange, visibleRange, withRange } from './seen-ranges.ts'

/** Two looks in a row: what both find on the screen stayed there for this long at least. */
const lookMs = 300
/** Vertical strips of a page, for pages that are wider than the screen. */
const strips = 3

interface SeenParts {
  /** Contains the parts: elements with `data-part`, once they are drawn. */
  readonly container: RefObject<HTMLElement | null>
  readonly scroller: RefObject<HTMLElement | null>
  /** Called once for a part that was on the screen as a whole, all at once or piece by piece. */
  readonly onSeen: (part: number) => void
  /** The last part, and what is called while its end is on the screen. */
  readonly count: number
  readonly onEnd?: (() => void) | undefined
}

interface Frame {
  readonly x: { readonly start: number; readonly end: number }
  readonly y: { readonly start: number; readonly end: number }
}

/** The part of the window in which the document shows: below its own bar, which sticks to the top of the scroller. */
function frameOf(scroller: HTMLElement, container: HTMLElement): Frame {
  const [outer, inner] = [scroller.getBoundingClientRect(), container.getBoundingClientRect()]
  const bar = scroller.querySelector('[data-reader-bar]')?.getBoundingClientRect()
  return {
    x: { start: Math.max(outer.left, inner.left, 0), end: Math.min(outer.right, inner.right, innerWidth) },
    y: { start: Math.max(outer.top, bar?.bottom ?? 0, 0), end: Math.min(outer.bottom, innerHeight) },
  }
}

/** What of each strip of an element is on the screen. A strip that is cut at a side does not count. */
function stripsOf(element: HTMLElement, frame: Frame): (Range | null)[] {
  const { left, width, top, bottom } = element.getBoundingClientRect()
  const range = visibleRange({ start: top, end: bottom }, frame.y)
  return Array.from({ length: strips }, (_, index) => {
    const strip = { start: left + (width * index) / strips, end: left + (width * (index + 1)) / strips }
    const across = range && visibleRange(strip, frame.x)
    return across && isWhole([across]) ? range : null
  })
}

/** What was seen of the parts of one document. */
class Looks {
  #before = new Map<HTMLElement, (Range | null)[]>()
  readonly #seen = new Map<number, Range[][]>()
  readonly #whole = new Set<number>()

  /** Compares with the look before; returns the parts that have become whole. */
  look(elements: Iterable<HTMLElement>, frame: Frame): number[] {
    const now = new Map<HTMLElement, (Range | null)[]>()
    const whole: number[] = []
    for (const element of elements) {
      const part = Number(element.dataset.part)
      if (this.#whole.has(part)) continue
      const visible = stripsOf(element, frame)
      if (!visible.some((range) => range !== null)) continue
      now.set(element, visible)
      const seen = visible.map((range, strip) => {
        const earlier = this.#seen.get(part)?.[strip] ?? []
        const before = this.#before.get(element)?.[strip]
        const stayed = range && before && sharedRange(range, before)
        return stayed ? withRange(earlier, stayed) : earlier
      })
      this.#seen.set(part, seen)
      if (!seen.every(isWhole)) continue
      this.#whole.add(part)
      whole.push(part)
    }
    this.#before = now
    return whole
  }

  interrupt(): void {
    this.#before = new Map()
  }
}

/** Watches which parts of a document were really on the screen, not only jumped over. */
export function useSeenParts({ container, scroller, onSeen, count, onEnd }: SeenParts): void {
  const told = useRef({ onSeen, onEnd })
  told.current = { onSeen, onEnd }
  useEffect(() => {
    const looks = new Looks()
    const look = () => {
      const [here, frame] = [container.current, scroller.current]
      if (!here || !frame || document.visibilityState !== 'visible') return looks.interrupt()
      const elements = here.querySelectorAll<HTMLElement>('[data-part]')
      const shown = frameOf(frame, here.parentElement ?? here)
      for (const part of looks.look(elements, shown)) told.current.onSeen(part)
      const end = here.querySelector(`[data-part='${count}']`)?.getBoundingClientRect().bottom ?? 0
      if (end > shown.y.start && end <= shown.y.end + 1) told.current.onEnd?.()
    }
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [container, scroller, count])
}
