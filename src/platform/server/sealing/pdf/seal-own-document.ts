import { m } from '#platform/messages/messages.ts'
import { SignaturePlace } from '../cms/signature-place.ts'
import { type OwnDocumentRequest, SealError, type Sealed } from '../sealing.ts'
import { addInvisibleSignature, providerField } from './form-fields.ts'
import { preflight } from './preflight.ts'
import { asBuffer, asciiOnly, leafSha256, type Sealing, sha256, timestampFrom, withTimestamp } from './seal-document.ts'

/**
 * Signs an own document of the organisation as it is: its bytes stay first, and the increment has an invisible field, without a
 * page, an attachment or metadata. What PDF/A-3 asks of a file thus stays true (record 56). Throws 'unsignable' for anything
 * but a whole, unsigned PDF.
 */
export async function sealOwnDocument({ bytes, reference }: OwnDocumentRequest, sealing: Sealing): Promise<Sealed> {
  return withTimestamp(sealing, async (tsaUrl, timestampMissing) => {
    const check = await preflight('pdf', bytes)
    if ('unsignable' in check || check.route !== 'A')
      throw new SealError('unsignable', 'This document cannot be sealed as it is.')
    const { key, now } = sealing
    const reason = m.reasonSealed({ reference: asciiOnly(reference) })
    const place = new SignaturePlace({ reason, now, key, timestamped: tsaUrl !== null })
    addInvisibleSignature(check.pdf, providerField, check.pdf.register(place.dict))
    const file = asBuffer(await check.pdf.save({ incremental: true, subsetFonts: true }))
    await place.fill(file, bytes.length, key, timestampFrom({ tsaUrl }))
    if (!file.subarray(0, bytes.length).equals(bytes)) {
      throw new SealError('seal_failed', 'The sealed file does not begin with the original.')
    }
    return {
      bytes: file,
      sha256: sha256(file),
      level: tsaUrl ? 'B-T' : 'B-B',
      certificateSha256: leafSha256(key),
      route: 'A',
      notes: timestampMissing ? ['timestamp_unavailable'] : [],
    }
  })
}
