import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pdfmake from 'pdfmake'
import { serveTasks } from '../workers/serve-tasks.ts'
import { layout } from './layout.ts'
import { printer } from './printable-text.ts'
import type { PrintAnswer, Sheet } from './sheet.ts'

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
const known = new Map<number, boolean>()

function hasGlyph(codePoint: number): boolean {
  const seen = known.get(codePoint)
  if (seen !== undefined) return seen
  const has = faces.every((each) => each.hasGlyphForCodePoint(codePoint))
  known.set(codePoint, has)
  return has
}

async function print(sheet: Sheet): Promise<PrintAnswer> {
  const { printable, replaced } = printer(hasGlyph)
  const definition = layout(sheet, printable)
  if (sheet.complete && replaced.size > 0) return { pdf: null, replaced: [...replaced] }
  const pdf = await pdfmake.createPdf(definition).getBuffer()
  return { pdf: new Uint8Array(pdf), replaced: [...replaced] }
}

serveTasks<null, Sheet, PrintAnswer>(async () => print)
