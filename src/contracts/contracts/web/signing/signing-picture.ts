import { boundsOf, type Stroke, smoothed } from './signing-strokes.ts'

/** The API's limit, in characters of a data URL. */
const maxLength = 300_000
/** Images are placed on white paper, independent of the theme. */
const ink = '#22211f'
/** Width of the pen as a fraction of the pad's width. */
export const penWidth = 0.006

/** The certificate's font covers Latin-1 and Latin Extended-A; other names are also sent as an image. */
export function needsPicture(name: string): boolean {
  return /[^\u0020-\u007e\u00a0-\u017f]/.test(name.normalize('NFC'))
}

/** Draws strokes; `scale` is the pad's width in pixels. */
export function drawStrokes(context: CanvasRenderingContext2D, strokes: readonly Stroke[], scale: number): void {
  context.lineWidth = penWidth * scale
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const stroke of strokes) {
    const [first] = stroke
    if (!first) continue
    context.beginPath()
    context.moveTo(first.x * scale, first.y * scale)
    for (const { bend, to } of smoothed(stroke)) {
      context.quadraticCurveTo(bend.x * scale, bend.y * scale, to.x * scale, to.y * scale)
    }
    context.stroke()
  }
}

/** The cropped drawing as a transparent PNG, as large as the limit allows. */
export function pictureOfStrokes(strokes: readonly Stroke[]): string {
  const { left, top, width, height } = boundsOf(strokes, penWidth)
  return withinLimit(1200, (scale) => {
    const { canvas, context } = sheet(width * scale, height * scale)
    context.translate(-left * scale, -top * scale)
    context.strokeStyle = ink
    drawStrokes(context, strokes, scale)
    return canvas
  })
}

/** The name rendered with the device's fonts as a transparent PNG. */
export function pictureOfName(name: string): string {
  return withinLimit(96, (size) => {
    const font = `500 ${size}px 'Newsreader', Georgia, 'Noto Sans', 'Arial Unicode MS', serif`
    const probe = sheet(1, 1).context
    probe.font = font
    const width = probe.measureText(name).width + size / 2
    const shrink = Math.min(1, 2400 / width)
    const { canvas, context } = sheet(width * shrink, size * 1.8 * shrink)
    context.scale(shrink, shrink)
    context.font = font
    context.fillStyle = ink
    context.textBaseline = 'middle'
    context.fillText(name, size / 4, size * 0.9)
    return canvas
  })
}

function withinLimit(maxSize: number, draw: (size: number) => HTMLCanvasElement): string {
  for (let size = maxSize; size > 8; size *= 0.7) {
    const url = draw(size).toDataURL('image/png')
    if (url.length <= maxLength) return url
  }
  throw new Error('a picture of a name does not become small enough')
}

function sheet(width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.ceil(width))
  canvas.height = Math.max(1, Math.ceil(height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser cannot draw')
  return { canvas, context }
}
