import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import classes from './reader.module.css'
import { drawPage, layText, shapeOf, textScale } from './reader-pdf.ts'

interface ReaderPageProps {
  readonly pdf: PDFDocumentProxy
  readonly number: number
  readonly count: number
  /** Width in CSS pixels. */
  readonly width: number
  /** Aspect ratio (height / width) of the first page, assumed for the others until loaded. */
  readonly expected: number
  readonly scroller: RefObject<HTMLElement | null>
  /** Whether to render the text layer off screen: short documents only, for screen readers. */
  readonly allText: boolean
  /** Zoomed pages are drawn only close to the screen: their canvases are large. */
  readonly zoomed?: boolean
}

/** One page. Its canvas exists only near the viewport, so that long documents fit into a phone's memory. */
export function ReaderPage({ pdf, number, count, width, expected, scroller, allText, zoomed = false }: ReaderPageProps) {
  const place = useRef<HTMLElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const near = useNear(place, scroller, zoomed ? '20% 0px' : '100% 0px')
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  const [broken, setBroken] = useState(false)
  const [drawn, setDrawn] = useState(false)
  const wanted = near || allText

  useEffect(() => {
    if (!wanted) return
    let gone = false
    pdf.getPage(number).then(
      (loaded) => !gone && setPage(loaded),
      () => !gone && setBroken(true),
    )
    return () => {
      gone = true
    }
  }, [pdf, number, wanted])

  useEffect(() => {
    const here = picture.current
    if (!page || !near || !here || width === 0) return
    return drawPage(page, { width, zoomed }, (canvas) => {
      setBroken(canvas === null)
      setDrawn(canvas !== null)
      here.replaceChildren(...(canvas ? [canvas] : []))
    })
  }, [page, near, width, zoomed])

  useEffect(() => {
    if (near) return
    setDrawn(false)
    picture.current?.replaceChildren()
    page?.cleanup()
  }, [near, page])

  useEffect(() => {
    const here = words.current
    if (!page || !wanted || !here) return
    return layText(page, here)
  }, [page, wanted])

  const shape = page ? shapeOf(page) : expected
  const scale = page ? textScale(page, width) : 1
  return (
    <article
      ref={place}
      className={classes.page}
      data-page={number}
      data-part={drawn ? number : undefined}
      aria-label={m.pageOfCount({ number, count })}
      style={{ width, height: width * shape, ['--total-scale-factor' as string]: scale }}
    >
      <div ref={picture} className={classes.picture} aria-hidden="true" />
      {broken && <p className={classes.broken}>{m.pageBroken()}</p>}
      <div ref={words} className={classes.words} />
    </article>
  )
}

/** Whether an element is in or near the viewport. */
function useNear(place: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>, rootMargin: string): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const here = place.current
    if (!here) return
    // A busy page hears of several changes at once, the last of which is how things are.
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: scroller.current,
      rootMargin,
    })
    observer.observe(here)
    return () => observer.disconnect()
  }, [place, scroller, rootMargin])
  return near
}
