import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pdfmake, { type PdfKitDocument } from 'pdfmake'
import { printer } from './printable-text.ts'

const fonts = join(dirname(fileURLToPath(import.meta.resolve('pdfmake/package.json'))), 'fonts', 'Roboto')
const face = (name: string) => join(fonts, `Roboto-${name}.ttf`)
pdfmake.setFonts({
  Roboto: {
    normal: face('Regular'),
    bold: face('Medium'),
    italics: face('Italic'),
    bolditalics: face('MediumItalic'),
  },
})
// Rendering depends only on its input and the four bundled fonts.
pdfmake.setLocalAccessPolicy((path) => dirname(path) === fonts)
pdfmake.setUrlAccessPolicy(() => false)

const probe = await pdfmake.createPdf({ content: [''] }).getStream()
const faces = [false, true].flatMap((bold) => [false, true].map((italics) => probe.provideFont('Roboto', bold, italics).font))
const printable = new Map<number, boolean>()

function hasGlyph(codePoint: number): boolean {
  const seen = printable.get(codePoint)
  if (seen !== undefined) return seen
  const has = faces.every((each) => each.hasGlyphForCodePoint(codePoint))
  printable.set(codePoint, has)
  return has
}

/** A printer for the characters of the bundled fonts. */
export const bundledPrinter = () => printer(hasGlyph)

/** Renders a pdfmake definition. `complete` may add files and metadata before the document is written. */
export async function renderPdf(definition: object, complete?: (document: PdfKitDocument) => void): Promise<Uint8Array> {
  const pdf = pdfmake.createPdf(definition)
  complete?.(await pdf.getStream())
  return new Uint8Array(await pdf.getBuffer())
}
