import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PDF composed object by object, to control every oddity; the first object is the catalog. */
function pdfOf(objects: readonly (string | Buffer)[], { before = '', list = true } = {}): Uint8Array {
  const parts = [Buffer.from(`${before}%PDF-1.6\n%\xe2\xe3\xcf\xd3\n`, 'latin1')]
  const length = () => parts.reduce((sum, part) => sum + part.length, 0) - before.length
  const offsets = objects.map((object, at) => {
    const offset = length()
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object as string, 'latin1'), Buffer.from('\nendobj\n'))
    return offset
  })
  const start = length()
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n`
  const end = list
    ? `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}${trailer}startxref\n${start}\n%%EOF\n`
    : `${trailer}startxref\n0\n%%EOF\n`
  parts.push(Buffer.from(end))
  return new Uint8Array(Buffer.concat(parts))
}

const stream = (content: string) => `<< /Length ${Buffer.from(content, 'latin1').length} >>\nstream\n${content}\nendstream`
const textAt = (x: number, y: number, text: string) => `BT /F 14 Tf ${x} ${y} Td (${text}) Tj ET`
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

interface Shape {
  readonly text?: string
  readonly catalog?: string
  readonly pageTree?: string
  readonly page?: string
  readonly box?: string
  readonly more?: readonly string[]
  readonly before?: string
  readonly list?: boolean
}

/** Two pages of text. Objects 1 to 6: catalog, page tree, two pages, text, font; then the additions. */
export function letter(shape: Shape = {}): Uint8Array {
  const { text = 'Contrat d\\222apporteur d\\222affaires', catalog = '', pageTree = '', page = '', box = '0 0 595 842' } = shape
  const pageOf = (more: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Resources << /Font << /F 6 0 R >> >> /Contents 5 0 R ${more} >>`
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] ${pageTree} >>`,
    pageOf(page),
    pageOf(''),
    stream(`0.2 0.4 0.6 rg 60 60 120 40 re f 0 g ${textAt(60, 300, text)}`),
    font,
    ...(shape.more ?? []),
  ]
  return pdfOf(objects, { before: shape.before ?? '', list: shape.list ?? true })
}

const field = (name: string, more: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /F 4 /Rect [60 400 300 420] /P 3 0 R ${more} >>`

/** A filled form field without an appearance stream. */
export function formWithoutPictures(name = 'city'): Uint8Array {
  return letter({
    catalog: '/AcroForm << /Fields [7 0 R] /NeedAppearances true /DA (/F 12 Tf 0 g) /DR << /Font << /F 6 0 R >> >> >>',
    page: '/Annots [7 0 R]',
    more: [field(name, '/V (Saint-\\311tienne) /DA (/F 12 Tf 0 g)')],
  })
}

export function xfaForm(): Uint8Array {
  return letter({
    catalog: '/AcroForm << /Fields [7 0 R] /XFA 8 0 R >>',
    page: '/Annots [7 0 R]',
    more: [field('city', '/V (Lyon)'), stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>')],
  })
}

/** Page text and a title that imitate parts of a signature. */
export function hostileText(): Uint8Array {
  return letter({
    text: '/ByteRange [0 10 20 30] /Contents <00> /Type /Sig startxref 0 %%EOF',
    catalog: '/Lang (/ByteRange [0 1111111111 2222222222 3333333333])',
    more: ['<< /Type /Sig /ByteRange [0 1 2 3] /Contents <0000000000000000> >>'],
  })
}

/** One page with a noise image of about `megabytes`. */
export function noise(megabytes: number): Uint8Array {
  const side = Math.floor(Math.sqrt((megabytes * 1024 * 1024) / 3))
  const dict =
    `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB ` +
    `/BitsPerComponent 8 /Length ${side * side * 3} >>`
  const picture = Buffer.concat([Buffer.from(`${dict}\nstream\n`), randomBytes(side * side * 3), Buffer.from('\nendstream')])
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>',
    stream('q 400 0 0 400 90 200 cm /I Do Q'),
    picture,
  ])
}

/** Rewrites a PDF with qpdf. */
export function byQpdf(bytes: Uint8Array, ...options: string[]): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-qpdf-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), bytes)
    execFileSync('qpdf', [...options, join(folder, 'in.pdf'), join(folder, 'out.pdf')], { stdio: 'pipe' })
    return new Uint8Array(readFileSync(join(folder, 'out.pdf')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
