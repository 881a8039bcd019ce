import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { getDocument, GlobalWorkerOptions, TextLayer, VerbosityLevel, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { UnreadableDocument } from './reader-file.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** Fonts and character maps that a PDF may count on, served by the portal itself. */
const files = new URL(`/assets/pdfjs-${version}/`, location.href).href

/** Safari draws nothing on a larger canvas. */
const maxPixels = 16_000_000

interface OpenPdf {
  readonly pdf: PDFDocumentProxy
  readonly close: () => void
}

/** Opens a PDF. Without WebAssembly: the page's security policy allows none, and its decoders have plain ones beside them. */
export async function openPdf(data: Uint8Array<ArrayBuffer>): Promise<OpenPdf> {
  const task = getDocument({
    data,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    useWasm: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  const close = () => void task.destroy()
  try {
    return { pdf: await task.promise, close }
  } catch (error) {
    close()
    const { name } = error as Error
    throw new UnreadableDocument(name === 'PasswordException' ? 'password' : 'damaged')
  }
}

/** Height of a page, for one pixel of width. */
export function shapeOf(page: PDFPageProxy): number {
  const { width, height } = page.getViewport({ scale: 1 })
  return height / width
}

/** What `--total-scale-factor` is for a page that is `width` pixels wide. */
export function textScale(page: PDFPageProxy, width: number): number {
  return (width / page.getViewport({ scale: 1 }).width) * page.userUnit
}

/** Draws a page for a place that is `width` pixels wide, as finely as the screen shows; null when it cannot be drawn. Returns how to give up. */
export function drawPage(page: PDFPageProxy, width: number, onDrawn: (canvas: HTMLCanvasElement | null) => void): () => void {
  const natural = page.getViewport({ scale: 1 })
  const wanted = (width / natural.width) * Math.min(devicePixelRatio, 3)
  const scale = Math.min(wanted, Math.sqrt(maxPixels / (natural.width * natural.height)))
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const task = page.render({ canvas, viewport })
  task.promise.then(
    () => onDrawn(canvas),
    (error: Error) => {
      if (error.name !== 'RenderingCancelledException') onDrawn(null)
    },
  )
  return () => task.cancel()
}

/** Lays a page's text over its picture: to be selected, searched and read aloud. Returns how to give up. */
export function layText(page: PDFPageProxy, container: HTMLElement): () => void {
  const layer = new TextLayer({
    textContentSource: page.streamTextContent({ includeMarkedContent: true }),
    container,
    viewport: page.getViewport({ scale: 1 }),
  })
  layer.render().catch((error: Error) => {
    if (error.name !== 'AbortException') throw error
  })
  return () => {
    layer.cancel()
    container.replaceChildren()
  }
}
