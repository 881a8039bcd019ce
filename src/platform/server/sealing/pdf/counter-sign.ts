import { PDF, PdfDict, type PdfNumber, type PdfRef } from '@libpdf/core'
import { m } from '#platform/messages/messages.ts'
import { SignaturePlace } from '../cms/signature-place.ts'
import { type CounterSignRequest, type Evidence, SealError, type Sealed } from '../sealing.ts'
import { boxLabels, evidenceFileName, nameSize } from './certificate-page.ts'
import { fieldAppearance } from './field-appearance.ts'
import { type FormField, formFields, partnerField, providerField } from './form-fields.ts'
import { asBuffer, asciiOnly, leafSha256, type Sealing, sha256, timestampFrom, withTimestamp } from './seal-document.ts'
import { accentColour, embedFont } from './sheet.ts'
import { utcTime } from './wording.ts'

/** Signs the provider's field incrementally. Throws 'unsignable' unless this portal sealed the file under the reference. */
export async function counterSign(request: CounterSignRequest, sealing: Sealing): Promise<Sealed> {
  return withTimestamp(sealing, async (tsaUrl, timestampMissing) => {
    const { key, now } = sealing
    const pdf = await PDF.load(request.sealed)
    const { field, evidence } = awaitingCounterSignature(pdf, request.reference)
    const place = new SignaturePlace({
      reason: m.reasonCounterSigned({ reference: asciiOnly(request.reference) }),
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

function appearance(pdf: PDF, field: FormField, { by }: CounterSignRequest, evidence: Evidence): PdfRef {
  const sides = field.dict.getArray('Rect')
  const side = (at: number) => (sides?.at(at) as PdfNumber | undefined)?.value ?? 0
  const size = { width: side(2) - side(0), height: side(3) - side(1) }
  return fieldAppearance(pdf, size, [
    ...boxLabels(embedFont(pdf, 'regular'), size.height, {
      above: m.counterSignedFor({ name: evidence.provider.name }),
      below: `${utcTime(by.at)} — ${by.email}`,
    }),
    { text: by.name, font: embedFont(pdf, 'italic'), size: nameSize, y: 32, colour: accentColour },
  ])
}
