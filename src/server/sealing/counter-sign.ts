import { type EmbeddedFont, PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef } from '@libpdf/core'
import { type FormField, formFields, partnerField, providerField } from './form-fields.ts'
import { evidenceFileName } from './certificate-page.ts'
import { fitted } from './printable.ts'
import { asBuffer, asciiOnly, leafSha256, sha256, type Sealing, timestampFrom, withTimestamp } from './seal-document.ts'
import { type CounterSignRequest, type Evidence, type Sealed, SealError } from './sealing.ts'
import { embedFonts } from './sheet.ts'
import { SignaturePlace } from './signature-place.ts'
import { utcTime } from './wording.ts'

/** Fills the provider's field in an increment. Throws a SealError 'unsignable' for a file that this portal did not seal under the reference. */
export async function counterSign(request: CounterSignRequest, sealing: Sealing): Promise<Sealed> {
  return withTimestamp(sealing, async (tsaUrl, timestampMissing) => {
    const { key, now } = sealing
    const pdf = await PDF.load(request.sealed)
    const { field, evidence } = awaitingCounterSignature(pdf, request.reference)
    const place = new SignaturePlace({
      reason: `Counter-signed by the provider, reference ${asciiOnly(request.reference)}`,
      now,
      key,
      timestamped: tsaUrl !== null,
    })
    field.dict.set('V', pdf.register(place.dict))
    field.dict.set('AP', PdfDict.of({ N: appearance(pdf, field, request, evidence) }))
    const file = asBuffer(await pdf.save({ incremental: true, subsetFonts: true }))
    if (!file.subarray(0, request.sealed.length).equals(request.sealed)) {
      throw new SealError('seal_failed', 'The counter-signed file does not begin with the sealed one.')
    }
    await place.fill(file, request.sealed.length, key, timestampFrom({ tsaUrl }))
    return {
      bytes: file,
      sha256: sha256(file),
      level: tsaUrl ? 'B-T' : 'B-B',
      certificateSha256: leafSha256(key),
      route: evidence.seal.route,
      notes: timestampMissing ? ['timestamp_unavailable'] : [],
    }
  })
}

function awaitingCounterSignature(pdf: PDF, reference: string): { field: FormField; evidence: Evidence } {
  const fields = formFields(pdf).filter(({ type }) => type === 'Sig')
  const partner = fields.find(({ name }) => name === partnerField)
  const field = fields.find(({ name }) => name === providerField)
  const attached = pdf.getAttachment(evidenceFileName(reference))
  if (!partner?.value || !field || !attached || pdf.canSaveIncrementally() !== null) {
    throw new SealError('unsignable', 'This file was not sealed by the portal under this reference.')
  }
  if (field.value) throw new SealError('unsignable', 'This file is counter-signed already.')
  return { field, evidence: JSON.parse(Buffer.from(attached).toString()) as Evidence }
}

/** What the provider's box shows once it is signed. */
function appearance(pdf: PDF, field: FormField, { by }: CounterSignRequest, evidence: Evidence): PdfRef {
  const sides = field.dict.getArray('Rect')
  const side = (at: number) => (sides?.at(at) as PdfNumber | undefined)?.value ?? 0
  const width = side(2) - side(0)
  const height = side(3) - side(1)
  const { regular, italic } = embedFonts(pdf)
  const lines = [
    {
      key: 'F0',
      font: regular,
      y: height - 13,
      text: `Contre-signé électroniquement pour ${evidence.provider.name}`,
      size: 7,
      ink: '0.36 0.4 0.46',
    },
    { key: 'F1', font: italic, y: 32, text: by.name, size: 19, ink: '0.09 0.27 0.36' },
    { key: 'F0', font: regular, y: 9, text: `${utcTime(by.at)} — ${by.email}`, size: 7, ink: '0.36 0.4 0.46' },
  ]
  const drawn = lines.map(({ key, font, y, text, size, ink }) => {
    const line = fitted(text, font, size, width - 20)
    return `BT ${ink} rg /${key} ${line.size.toFixed(2)} Tf 10 ${y.toFixed(2)} Td <${glyphs(line.text, font)}> Tj ET`
  })
  const ground = `1 1 1 rg 0.82 0.85 0.88 RG 0.75 w 0.5 0.5 ${width - 1} ${height - 1} re B`
  return pdf.createStream(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: new PdfArray([0, 0, width, height].map((value) => PdfNumber.of(value))),
      Resources: PdfDict.of({ Font: PdfDict.of({ F0: fontRef(pdf, regular), F1: fontRef(pdf, italic) }) }),
    },
    Buffer.from([ground, ...drawn].join('\n')),
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
    .encodeText(text)
    .map((code) => code.toString(16).padStart(4, '0'))
    .join('')
}
