import { createHash, X509Certificate } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { currentLanguage, localeOf } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'
import { TimestampUnavailable, timestampOf } from '#platform/server/timestamps/timestamp.ts'
import { SignaturePlace } from '../cms/signature-place.ts'
import type { SealKey } from '../keys/seal-key.ts'
import { type Evidence, SealError, type Sealed, type SealRequest, type SignRoute } from '../sealing.ts'
import { drawCertificate, evidenceFileName } from './certificate-page.ts'
import { addSignatureField, formFields, lockFields, partnerField, providerField } from './form-fields.ts'
import { preflight } from './preflight.ts'
import { statementOf } from './wording.ts'

export interface Sealing {
  readonly key: SealKey
  /** True for a key from the operator's P12 file. */
  readonly own: boolean
  readonly tsaUrl: string | null
  /** Whether to request a time stamp; false during an outage. */
  readonly askTimestamp: boolean
  readonly onTimestampError: (reason: string) => void
  readonly now: Date
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export function leafSha256({ chain: [leaf] }: Pick<SealKey, 'chain'>): string {
  if (!leaf) throw new Error('a key needs its certificate')
  return new X509Certificate(leaf).fingerprint256.replaceAll(':', '').toLowerCase()
}

/** Seals with a time stamp if available, otherwise without; the certificate states which. */
export async function withTimestamp<Result>(
  { tsaUrl, askTimestamp, onTimestampError }: Pick<Sealing, 'tsaUrl' | 'askTimestamp' | 'onTimestampError'>,
  seal: (tsaUrl: string | null, missing: boolean) => Promise<Result>,
): Promise<Result> {
  if (!tsaUrl) return seal(null, false)
  if (!askTimestamp) return seal(null, true)
  try {
    return await seal(tsaUrl, false)
  } catch (error) {
    if (!(error instanceof TimestampUnavailable)) throw error
    onTimestampError(error.message)
    return seal(null, true)
  }
}

/** Throws a SealError 'unsignable' for files that cannot be sealed. */
export async function sealDocument(request: SealRequest, sealing: Sealing): Promise<Sealed> {
  checkSubject(request)
  return withTimestamp(sealing, async (tsaUrl, timestampMissing) => {
    const options: Options = { ...sealing, tsaUrl, timestampMissing }
    if (request.subject.kind === 'link') return sealCertificate(request, 'link', options)
    const { kind, bytes } = request.subject
    const check = await preflight(kind, bytes)
    if ('unsignable' in check) throw new SealError('unsignable', `The document cannot be signed: ${check.unsignable}.`)
    const appended = check.route === 'A' ? await sealInPlace(request, check.pdf, bytes, options) : null
    return appended ?? sealCertificate(request, 'B', options)
  })
}

interface Options extends Sealing {
  readonly timestampMissing: boolean
}

/** Rejects a document that was replaced since its evidence was collected. */
function checkSubject({ subject, evidence: { document } }: SealRequest): void {
  const matches =
    subject.kind === 'link'
      ? document.link === subject.url
      : sha256(subject.bytes) === subject.sha256 && document.sha256 === subject.sha256
  if (!matches) throw new SealError('seal_failed', 'The document is not the one that the evidence is about.')
}

function completed({ evidence }: SealRequest, route: SignRoute, options: Options): Evidence {
  const level = options.tsaUrl ? 'B-T' : 'B-B'
  const statement = statementOf({ ...options, provider: evidence.provider.name, level })
  return { ...evidence, seal: { route, level, certificateSha256: leafSha256(options.key), statement } }
}

/** Adds certificate page, evidence attachment and both signature fields; returns the partner's placeholder. */
function prepare(pdf: PDF, request: SealRequest, evidence: Evidence, pagesBefore: number | null, options: Options) {
  const places = drawCertificate(pdf, { ...request, evidence, pagesBefore })
  pdf.addAttachment(evidenceFileName(evidence.reference), Buffer.from(JSON.stringify(evidence, null, 2)), {
    description: m.evidenceDescription(),
    mimeType: 'application/json',
    createdAt: options.now,
    modifiedAt: options.now,
  })
  const place = new SignaturePlace({
    reason: m.reasonSigned({ reference: asciiOnly(evidence.reference) }),
    now: options.now,
    key: options.key,
    timestamped: options.tsaUrl !== null,
  })
  addSignatureField(pdf, partnerField, places.partner, pdf.register(place.dict))
  addSignatureField(pdf, providerField, places.provider, null)
  return place
}

export const asciiOnly = (text: string) => text.replace(/[^\w-]/g, '')

/** Kind A; null if the result cannot be read back, in which case the caller falls back to kind B. */
async function sealInPlace(request: SealRequest, pdf: PDF, original: Uint8Array, options: Options): Promise<Sealed | null> {
  const evidence = completed(request, 'A', options)
  const before = { pages: pdf.getPageCount(), attachments: pdf.getAttachments().size }
  const place = prepare(pdf, request, evidence, before.pages, options)
  lockFields(pdf)
  const file = asBuffer(await pdf.save({ incremental: true, subsetFonts: true }))
  if (!(await readsBack(file, original, { pages: before.pages, attachments: before.attachments + 1 }))) return null
  await place.fill(file, original.length, options.key, timestampFrom(options))
  if (!startsWith(file, original)) throw new SealError('seal_failed', 'The sealed file does not begin with the original.')
  return sealed(file, evidence, options)
}

async function readsBack(file: Buffer, original: Uint8Array, expected: { pages: number; attachments: number }): Promise<boolean> {
  if (!startsWith(file, original)) return false
  const again = await PDF.load(file)
  const names = formFields(again).map(({ name }) => name)
  return (
    !again.recoveredViaBruteForce &&
    again.getPageCount() > expected.pages &&
    again.getAttachments().size === expected.attachments &&
    names.includes(partnerField) &&
    names.includes(providerField)
  )
}

function startsWith(file: Buffer, original: Uint8Array): boolean {
  return file.length > original.length && file.subarray(0, original.length).equals(original)
}

/** Kinds B and link: a new PDF, with the exact file attached for B. */
async function sealCertificate(request: SealRequest, route: 'B' | 'link', options: Options): Promise<Sealed> {
  const evidence = completed(request, route, options)
  const pdf = PDF.create()
  pdf.setTitle(m.certificateOf({ title: evidence.title, reference: evidence.reference }))
  pdf.setAuthor(evidence.provider.name)
  pdf.setProducer('Passerelle')
  pdf.setCreator('Passerelle')
  pdf.setLanguage(localeOf[currentLanguage()])
  pdf.setCreationDate(options.now)
  pdf.setModificationDate(options.now)
  const { subject } = request
  if (subject.kind !== 'link') {
    pdf.addAttachment(subject.fileName, subject.bytes, {
      description: m.signedDocument(),
      mimeType: mimeTypes[subject.kind],
      createdAt: options.now,
      modifiedAt: options.now,
    })
  }
  const place = prepare(pdf, request, evidence, null, options)
  const file = asBuffer(await pdf.save({ subsetFonts: true, compressStreams: false }))
  await place.fill(file, 0, options.key, timestampFrom(options))
  return sealed(file, evidence, options)
}

const mimeTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

export const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export function timestampFrom({ tsaUrl }: Pick<Sealing, 'tsaUrl'>) {
  return tsaUrl ? (signature: Uint8Array) => timestampOf(tsaUrl, signature) : null
}

function sealed(file: Buffer, { seal }: Evidence, { timestampMissing }: Options): Sealed {
  const { level, certificateSha256, route } = seal
  const notes = timestampMissing ? (['timestamp_unavailable'] as const) : []
  return { bytes: file, sha256: sha256(file), level, certificateSha256, route, notes }
}
