import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { textSizeOf } from './reader-pdf.ts'
import { type Anchor, anchorAt, useTouchZoom } from './touch-zoom.ts'
import { clampZoom, nextZoom, readableZoom } from './zoom-levels.ts'

interface ZoomParts {
  readonly pdf: PDFDocumentProxy
  /** Width of a page at zoom 1, in CSS pixels. */
  readonly fit: number
  readonly pages: RefObject<HTMLElement | null>
  readonly stack: RefObject<HTMLElement | null>
  readonly scroller: RefObject<HTMLElement | null>
}

/** The zoom of a document: by buttons, two fingers, and a tap that makes its text readable. What one looks at stays there. */
export function useReaderZoom({ pdf, fit, pages, stack, scroller }: ZoomParts) {
  const [zoom, setZoom] = useState(1)
  const kept = useRef<Anchor | null>(null)
  const zoomTo = (next: number, anchor: Anchor | null) => {
    kept.current = anchor
    setZoom(clampZoom(next))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is restored once the pages have their new size
  useLayoutEffect(() => {
    const anchor = kept.current
    kept.current = null
    if (!anchor || !pages.current || !scroller.current) return
    const { left, top, width, height } = anchor.page.getBoundingClientRect()
    pages.current.scrollLeft += left + anchor.across * width - anchor.x
    scroller.current.scrollTop += top + anchor.down * height - anchor.y
  }, [zoom])
  const tap = async (anchor: Anchor) => {
    if (zoom > 1) return zoomTo(1, anchor)
    const size = await textSizeOf(pdf, Number(anchor.page.dataset.page), fit)
    zoomTo(readableZoom(size), anchor)
  }
  useTouchZoom({ pages, stack, scroller, zoom, onZoom: zoomTo, onTap: (anchor) => void tap(anchor) })
  const step = (direction: 1 | -1) => {
    const frame = scroller.current?.getBoundingClientRect()
    const anchor = frame && stack.current && anchorAt(stack.current, frame.left + frame.width / 2, frame.top + frame.height / 2)
    zoomTo(nextZoom(zoom, direction) ?? zoom, anchor ?? null)
  }
  return { zoom, step, canStep: (direction: 1 | -1) => nextZoom(zoom, direction) !== null }
}
