import { type EmbeddedFont, type PDF, type PDFPage, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef } from '@libpdf/core'
import { fitted } from './printable.ts'

/** Rectangle of a signature field: left, bottom, right, top. */
export interface FieldPlace {
  readonly page: PDFPage
  readonly rect: readonly [number, number, number, number]
  readonly appearance: PdfRef
}

export interface AppearanceLine {
  readonly text: string
  readonly font: EmbeddedFont
  readonly size: number
  /** Distance from the lower edge. */
  readonly y: number
  /** RGB components from 0 to 1. */
  readonly colour: readonly [number, number, number]
}

const inset = 10

/** Appearance stream of a signature field; replaced when the field is signed. */
export function fieldAppearance(pdf: PDF, size: { width: number; height: number }, lines: readonly AppearanceLine[]): PdfRef {
  const fonts = [...new Set(lines.map(({ font }) => font))]
  const textParts = lines.map(({ text, font, size: fontSize, y, colour }) => {
    const line = fitted(text, font, fontSize, size.width - 2 * inset)
    const at = `${inset} ${y.toFixed(2)} Td`
    return (
      `BT ${colour.join(' ')} rg /F${fonts.indexOf(font)} ${line.size.toFixed(2)} Tf ${at} ` +
      `<${glyphs(line.text, font)}> Tj ET`
    )
  })
  return pdf.createStream(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: new PdfArray([0, 0, size.width, size.height].map((value) => PdfNumber.of(value))),
      Resources: PdfDict.of({ Font: PdfDict.of(Object.fromEntries(fonts.map((font, at) => [`F${at}`, fontRef(pdf, font)]))) }),
    },
    Buffer.from(textParts.join('\n')),
  )
}

function fontRef(pdf: PDF, font: EmbeddedFont): PdfRef {
  const ref = pdf.getFontRef(font)
  if (!ref) throw new Error('the font is not in the document')
  return ref
}

/** Encodes text as two-byte glyph ids of the embedded font. */
function glyphs(text: string, font: EmbeddedFont): string {
  return font
    .encodeTextToGids(text)
    .map((glyph) => glyph.toString(16).padStart(4, '0'))
    .join('')
}
