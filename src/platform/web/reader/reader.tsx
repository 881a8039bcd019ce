import { ActionIcon, Button, Progress, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { percentText } from '#platform/domain/money.ts'
import { m } from '#platform/messages/messages.ts'
import { IconChevronDown, IconChevronUp, IconDownload, IconZoomIn, IconZoomOut } from '#platform/web/ui/icons.ts'
import { ReaderPage } from './pdf-page.tsx'
import classes from './reader.module.css'
import barClasses from './reader-bar.module.css'
import { fetchDocument, type ReaderProblem, UnreadableDocument } from './reader-file.ts'
import { openPdf, shapeOf } from './reader-pdf.ts'
import { useCurrentPage } from './reader-position.ts'
import { useReaderZoom } from './reader-zoom.ts'
import { useSeenParts } from './seen-parts.ts'
import { useShownPages } from './viewed-pages.ts'

/** Up to this many pages, all text layers are rendered. */
const shortDocument = 40
/** Maximum page width in pixels. */
const maxWidth = 900

const problemWords: Readonly<Record<ReaderProblem, { title: string; text: string }>> = {
  unreachable: {
    title: m.documentNotReceived(),
    text: m.documentNotLoaded(),
  },
  changed: {
    title: m.documentChanged(),
    text: m.documentReplaced(),
  },
  password: {
    title: m.documentProtected(),
    text: m.documentLocked(),
  },
  damaged: {
    title: m.documentUnreadable(),
    text: m.documentBroken(),
  },
}

interface ReaderProps {
  readonly url: string
  readonly sha256: string | null
  readonly downloadUrl: string
  readonly scroller: RefObject<HTMLElement | null>
  /** The way to the signature on a phone; absent where nothing is signed. */
  readonly onToSignature?: () => void
  /** Reports viewed pages and the page count; resolves to whether the server accepted them. */
  readonly onShown?: (pages: readonly number[], count: number) => Promise<boolean>
  /** Stands in the bar: another form of the document. */
  readonly otherForm?: ReactNode
  /** Called while the end is on the screen, and for a protected or damaged document, which has none here. */
  readonly onEnd?: (() => void) | undefined
}

type Reading =
  | { readonly is: 'loading'; readonly share: number }
  | { readonly is: 'open'; readonly pdf: PDFDocumentProxy; readonly expected: number }
  | { readonly is: 'failed'; readonly problem: ReaderProblem }

interface ToolbarProps extends Pick<ReaderProps, 'downloadUrl' | 'onToSignature' | 'otherForm'> {
  readonly current: number
  readonly count: number
  readonly goTo: (page: number) => void
  readonly zoom: ReturnType<typeof useReaderZoom>
}

/** Shows the current page and the zoom of the document, with buttons to change both. */
function Toolbar({ current, count, goTo, zoom, downloadUrl, onToSignature, otherForm }: ToolbarProps) {
  return (
    <div className={barClasses.bar} role="toolbar" aria-label={m.reading()} data-reader-bar>
      {otherForm}
      <ActionIcon
        variant="subtle"
        color="gray"
        className={barClasses.byMouse ?? ''}
        aria-label={m.previousPage()}
        disabled={current <= 1}
        onClick={() => goTo(current - 1)}
      >
        <IconChevronUp size={18} aria-hidden="true" />
      </ActionIcon>
      <span className={`${barClasses.where} figure`} role="status">
        {m.pageOfCount({ number: current, count })}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={barClasses.byMouse ?? ''}
        aria-label={m.nextPage()}
        disabled={current >= count}
        onClick={() => goTo(current + 1)}
      >
        <IconChevronDown size={18} aria-hidden="true" />
      </ActionIcon>
      <span className={barClasses.gap} />
      <ActionIcon
        variant="subtle"
        color="gray"
        className={barClasses.byMouse ?? ''}
        aria-label={m.zoomOut()}
        disabled={!zoom.canStep(-1)}
        onClick={() => zoom.step(-1)}
      >
        <IconZoomOut size={18} aria-hidden="true" />
      </ActionIcon>
      <span className={`${barClasses.zoom} figure`}>{percentText(Math.round(zoom.zoom * 100))}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={barClasses.byMouse ?? ''}
        aria-label={m.zoomIn()}
        disabled={!zoom.canStep(1)}
        onClick={() => zoom.step(1)}
      >
        <IconZoomIn size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon component="a" href={downloadUrl} download variant="subtle" color="gray" aria-label={m.download()}>
        <IconDownload size={18} aria-hidden="true" />
      </ActionIcon>
      {onToSignature && (
        <Button className={barClasses.toSignature ?? ''} size="compact-sm" onClick={onToSignature}>
          {m.sign()}
        </Button>
      )}
    </div>
  )
}

interface OpenDocumentProps extends ReaderProps {
  readonly pdf: PDFDocumentProxy
  /** Aspect ratio of the first page. */
  readonly expected: number
}

/** The pages of an open document, with their bar. */
function OpenDocument({ pdf, expected, scroller, onShown, onEnd, ...bar }: OpenDocumentProps) {
  const count = pdf.numPages
  const { ref: frame, width: room } = useElementSize<HTMLDivElement>()
  const frames = useRef<HTMLElement>(null)
  const { current, pages, goTo } = useCurrentPage(scroller)
  const fit = Math.min(maxWidth, Math.floor(room))
  const zoom = useReaderZoom({ pdf, fit, pages: frames, stack: pages, scroller })
  const reportPage = useShownPages({ tell: async (shownPages) => onShown?.(shownPages, count) ?? true })
  useSeenParts({ container: pages, scroller, count, onSeen: reportPage, onEnd })
  const zoomed = zoom.zoom > 1
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return (
    <section className={barClasses.reader} aria-label={m.document()}>
      <Toolbar {...bar} current={current} goTo={goTo} zoom={zoom} count={count} />
      {/* What is wider than its frame has to be reached by the keyboard. */}
      <section ref={frames} className={classes.pages} aria-label={m.groupPages()} {...(zoomed ? { tabIndex: 0 } : {})}>
        <div ref={frame} />
        <div ref={pages} className={classes.stack}>
          {numbers.map((number) => (
            <ReaderPage
              key={number}
              pdf={pdf}
              number={number}
              count={count}
              width={fit * zoom.zoom}
              expected={expected}
              scroller={scroller}
              allText={count <= shortDocument}
              zoomed={zoomed}
            />
          ))}
        </div>
      </section>
    </section>
  )
}

/** PDF viewer. */
export default function Reader(props: ReaderProps) {
  const { url, sha256, downloadUrl, otherForm, onEnd } = props
  const [attempt, setAttempt] = useState(0)
  const reading = useDocument(url, sha256, attempt)
  const isUnreadable = reading.is === 'failed' && ['password', 'damaged'].includes(reading.problem)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (isUnreadable) onEnd?.()
  }, [isUnreadable])
  if (reading.is === 'open') return <OpenDocument {...props} pdf={reading.pdf} expected={reading.expected} />
  if (reading.is === 'loading') {
    return (
      <div className={classes.state} role="status">
        <Text>{m.documentLoading()}</Text>
        <Progress className={classes.loading ?? ''} value={reading.share * 100} aria-label={m.documentLoadingLabel()} />
      </div>
    )
  }
  return (
    <div className={classes.state} role="alert">
      <h3>{problemWords[reading.problem].title}</h3>
      <p>{problemWords[reading.problem].text}</p>
      <Button
        component="a"
        href={downloadUrl}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
      >
        {m.download()}
      </Button>
      {reading.problem === 'unreachable' && <Button onClick={() => setAttempt(attempt + 1)}>{m.retry()}</Button>}
      {otherForm}
    </div>
  )
}

/** State of the document: loading, open or failed. */
function useDocument(url: string, sha256: string | null, attempt: number): Reading {
  const [reading, setReading] = useState<Reading>({ is: 'loading', share: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads the same again
  useEffect(() => {
    const giveUp = new AbortController()
    let close = () => {}
    const open = async () => {
      setReading({ is: 'loading', share: 0 })
      const onProgress = (share: number) => setReading({ is: 'loading', share })
      const data = await fetchDocument({ url, sha256, onProgress, signal: giveUp.signal })
      const opened = await openPdf(data)
      close = opened.close
      if (giveUp.signal.aborted) return close()
      setReading({ is: 'open', pdf: opened.pdf, expected: shapeOf(await opened.pdf.getPage(1)) })
    }
    open().catch((error: unknown) => {
      if (giveUp.signal.aborted) return
      setReading({ is: 'failed', problem: error instanceof UnreadableDocument ? error.problem : 'damaged' })
    })
    return () => {
      giveUp.abort()
      close()
    }
  }, [sha256 ?? url, attempt])
  return reading
}
