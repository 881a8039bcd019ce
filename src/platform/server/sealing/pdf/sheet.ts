import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type EmbeddedFont, type PDF, type PDFPage, PdfArray, PdfNumber, rgb } from '@libpdf/core'
import { wrapped } from './printable.ts'

export interface Fonts {
  readonly regular: EmbeddedFont
  readonly medium: EmbeddedFont
  readonly italic: EmbeddedFont
}

export interface SheetSize {
  readonly width: number
  readonly height: number
}

export const ink = rgb(0.11, 0.14, 0.19)
export const mutedColour = [0.36, 0.4, 0.46] as const
export const accentColour = [0.09, 0.27, 0.36] as const
export const muted = rgb(...mutedColour)
export const accent = rgb(...accentColour)
export const hairline = rgb(0.82, 0.85, 0.88)
export const tint = rgb(0.955, 0.968, 0.975)
export const bodySize = 8
export const lineHeight = 11

const require = createRequire(import.meta.url)
const fontFile = (name: string) => new Uint8Array(readFileSync(require.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`)))
const files = { regular: fontFile('Regular'), medium: fontFile('Medium'), italic: fontFile('Italic') }

export const embedFont = (pdf: PDF, name: keyof Fonts) => pdf.embedFont(files[name])

/** Lays out text from the top and continues on new pages. */
export class Sheet {
  readonly pages: PDFPage[] = []
  readonly margin: number
  readonly fonts: Fonts
  readonly size: SheetSize
  readonly #pdf: PDF
  y = 0

  constructor(pdf: PDF, size: SheetSize) {
    this.#pdf = pdf
    this.fonts = { regular: embedFont(pdf, 'regular'), medium: embedFont(pdf, 'medium'), italic: embedFont(pdf, 'italic') }
    this.size = size
    this.margin = Math.min(52, Math.max(28, size.width * 0.08))
    this.turn()
  }

  get page(): PDFPage {
    const page = this.pages.at(-1)
    if (!page) throw new Error('a sheet begins with a page')
    return page
  }

  get width(): number {
    return this.size.width - 2 * this.margin
  }

  /** Adds a page with its own boxes and rotation, instead of those inherited from the document's page tree. */
  turn(): void {
    const { width, height } = this.size
    const page = this.#pdf.addPage({ width, height })
    const box = () => new PdfArray([0, 0, width, height].map((value) => PdfNumber.of(value)))
    page.dict.set('CropBox', box())
    page.dict.set('Rotate', PdfNumber.of(0))
    this.pages.push(page)
    page.drawRectangle({ x: 0, y: height - 5, width, height: 5, color: accent })
    this.y = height - this.margin
  }

  room(height: number): void {
    if (this.y - height < this.margin + lineHeight) this.turn()
  }

  line(text: string, at: { x: number; y: number; font?: EmbeddedFont; size?: number; color?: ReturnType<typeof rgb> }): void {
    this.page.drawText(text, {
      x: at.x,
      y: at.y,
      font: at.font ?? this.fonts.regular,
      size: at.size ?? bodySize,
      color: at.color ?? ink,
    })
  }

  /** Wrapped text at the cursor; breaks pages as needed. */
  paragraph(
    text: string,
    how: { x?: number; width?: number; font?: EmbeddedFont; size?: number; color?: ReturnType<typeof rgb> } = {},
  ): void {
    const { x = this.margin, width = this.width, font = this.fonts.regular, size = bodySize, color = ink } = how
    const height = size * 1.35
    for (const line of wrapped(text, font, size, width)) {
      this.room(height)
      this.y -= height
      this.line(line, { x, y: this.y, font, size, color })
    }
  }

  heading(text: string): void {
    this.room(4 * lineHeight)
    this.y -= 21
    this.line(text.toUpperCase(), { x: this.margin, y: this.y, font: this.fonts.medium, size: 7.5, color: accent })
    this.y -= 4
    this.page.drawLine({
      start: { x: this.margin, y: this.y },
      end: { x: this.margin + this.width, y: this.y },
      thickness: 0.5,
      color: hairline,
    })
    this.y -= 2
  }

  /** A row with a label on the left and a value on the right. */
  row(label: string, text: string, labelWidth = 92): void {
    this.room(lineHeight)
    const top = this.y
    const page = this.page
    page.drawText(label, {
      x: this.margin,
      y: top - bodySize * 1.35,
      font: this.fonts.regular,
      size: bodySize,
      color: muted,
    })
    this.paragraph(text, { x: this.margin + labelWidth, width: this.width - labelWidth })
  }
}
