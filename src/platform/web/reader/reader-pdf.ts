import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { UnreadableDocument } from './reader-file.ts'
import { textSize } from './zoom-levels.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** Standard fonts and character maps, served by the portal. */
const files = new URL(`/assets/pdfjs-${version}/`, location.href).href

/** Safari's canvas size limit; half of it where a page is zoomed, so that a phone holds the two that are on its screen. */
const maxPixels = { fit: 16_000_000, zoomed: 8_000_000 } as const

interface OpenPdf {
  readonly pdf: PDFDocumentProxy
  readonly close: () => void
}

/** Opens a PDF. WebAssembly is disabled by the content security policy; the JavaScript decoders are used. */
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

/** Aspect ratio (height / width) of a page. */
export function shapeOf(page: PDFPageProxy): number {
  const { width, height } = page.getViewport({ scale: 1 })
  return height / width
}

/** Value of `--total-scale-factor` for a page of this width in pixels. */
export function textScale(page: PDFPageProxy, width: number): number {
  return (width / page.getViewport({ scale: 1 }).width) * page.userUnit
}

/** Size of a page's text in CSS pixels, if the page is `width` wide; 0 if it has none. */
export async function textSizeOf(pdf: PDFDocumentProxy, number: number, width: number): Promise<number> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const letters = items.flatMap((item) =>
    'str' in item ? [{ size: Math.hypot(item.transform[2], item.transform[3]), count: item.str.trim().length }] : [],
  )
  return textSize(letters) * textScale(page, width)
}

/** Renders a page at `width` CSS pixels and device resolution; `onDrawn` gets null on failure. Returns a cancel function. */
export function drawPage(
  page: PDFPageProxy,
  { width, zoomed }: { readonly width: number; readonly zoomed: boolean },
  onDrawn: (canvas: HTMLCanvasElement | null) => void,
): () => void {
  const natural = page.getViewport({ scale: 1 })
  const wishedScale = (width / natural.width) * Math.min(devicePixelRatio, 3)
  const scale = Math.min(wishedScale, Math.sqrt(maxPixels[zoomed ? 'zoomed' : 'fit'] / (natural.width * natural.height)))
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

/** Renders the text layer for selection, search and screen readers. Returns a cancel function. */
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
