import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pdfmake, { type PdfKitDocument } from 'pdfmake'
import { plainText } from '#platform/domain/typed-text.ts'
import { typeset } from '#platform/domain/typesetting.ts'

/** Visible replacement for characters missing in the font. */
const replacement = '■'
const maxReported = 50
/** Maximum word length, above any real word or URL: pdfmake's cost is quadratic in the length of a word. */
const longWord = /[^\s]{200}(?=[^\s])/gu
const zeroWidthSpace = '\u200b'

/**
 * Printable text, and the characters that were replaced. Removes invisible characters, which could reverse the text
 * direction.
 */
function printer(hasGlyph: (codePoint: number) => boolean) {
  const replaced = new Set<string>()
  const printable = (text: string): string => {
    let printed = ''
    for (const character of plainText(typeset(text))) {
      const fits = character === '\n' || hasGlyph(character.codePointAt(0) ?? 0)
      if (!fits && replaced.size < maxReported) replaced.add(character)
      printed += fits ? character : replacement
    }
    return printed.replace(longWord, (part) => part + zeroWidthSpace)
  }
  return { printable, replaced }
}

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
