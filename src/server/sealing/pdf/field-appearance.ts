import { type EmbeddedFont, type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PDFPage, type PdfRef } from '@libpdf/core'
import { fitted } from './printable.ts'

/** A place on a page where a signature field stands: left, bottom, right, top. */
export interface FieldPlace {
  readonly page: PDFPage
  readonly rect: readonly [number, number, number, number]
  readonly appearance: PdfRef
}

export interface AppearanceLine {
  readonly text: string
  readonly font: EmbeddedFont
  readonly size: number
  /** Height above the box's lower edge. */
  readonly y: number
  /** Red, green and blue from 0 to 1. */
  readonly colour: readonly [number, number, number]
}

const inset = 10

/** The picture that a signature field shows; it is replaced when the field is signed. */
export function fieldAppearance(pdf: PDF, size: { width: number; height: number }, lines: readonly AppearanceLine[]): PdfRef {
  const fonts = [...new Set(lines.map(({ font }) => font))]
  const drawn = lines.map(({ text, font, size: wished, y, colour }) => {
    const line = fitted(text, font, wished, size.width - 2 * inset)
    const at = `${inset} ${y.toFixed(2)} Td`
    return `BT ${colour.join(' ')} rg /F${fonts.indexOf(font)} ${line.size.toFixed(2)} Tf ${at} <${glyphs(line.text, font)}> Tj ET`
  })
  return pdf.createStream(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: new PdfArray([0, 0, size.width, size.height].map((value) => PdfNumber.of(value))),
      Resources: PdfDict.of({ Font: PdfDict.of(Object.fromEntries(fonts.map((font, at) => [`F${at}`, fontRef(pdf, font)]))) }),
    },
    Buffer.from(drawn.join('\n')),
  )
}

function fontRef(pdf: PDF, font: EmbeddedFont): PdfRef {
  const ref = pdf.getFontRef(font)
  if (!ref) throw new Error('the font is not in the document')
  return ref
}

/** The glyph numbers of a text, two bytes each, as the embedded fonts take them. */
function glyphs(text: string, font: EmbeddedFont): string {
  return font
    .encodeTextToGids(text)
    .map((glyph) => glyph.toString(16).padStart(4, '0'))
    .join('')
}
