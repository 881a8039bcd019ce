import { PDF } from '@libpdf/core'
import type { InspectionRemark, SealableKind, SignRoute, Unsignable } from '../sealing.ts'
import { dictOf, formFields, formOf, partnerField, providerField } from './form-fields.ts'

/** Kind of the file, with the open document if pages can be appended. */
export type Preflight =
  | { readonly unsignable: Unsignable }
  | { readonly route: 'B'; readonly pages: number | null; readonly remarks: InspectionRemark[] }
  | { readonly route: Extract<SignRoute, 'A'>; readonly pages: number; readonly remarks: InspectionRemark[]; readonly pdf: PDF }

export async function preflight(kind: SealableKind, bytes: Uint8Array): Promise<Preflight> {
  if (kind !== 'pdf') return { route: 'B', pages: null, remarks: ['word'] }
  let pdf: PDF
  try {
    pdf = await PDF.load(bytes)
  } catch {
    return { unsignable: isEncrypted(bytes) ? 'user_password' : 'damaged' }
  }
  if (pdf.isEncrypted && !pdf.isAuthenticated) return { unsignable: 'user_password' }
  try {
    return classify(pdf, bytes)
  } catch {
    return { unsignable: 'damaged' }
  }
}

/**
 * Whether the trailer has an /Encrypt entry. Needed for files that the library cannot open because their catalog is in an
 * encrypted object stream; the trailer itself is never encrypted.
 */
function isEncrypted(bytes: Uint8Array): boolean {
  return /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
}

function classify(pdf: PDF, bytes: Uint8Array): Preflight {
  const pages = pdf.getPageCount()
  if (pages === 0 || pdf.getPages().length !== pages) return { unsignable: 'damaged' }
  const fields = formFields(pdf)
  const inputs = fields.filter(({ type }) => type !== 'Sig')
  const signed = fields.some(({ type, value }) => type === 'Sig' && value) || dictOf(pdf, pdf.getCatalog().get('Perms')) !== null
  const named = fields.some(({ name }) => name === partnerField || name === providerField)
  const whole = pdf.canSaveIncrementally() === null || onlyLinearized(pdf)
  const remarks: InspectionRemark[] = []
  if (pdf.isEncrypted) remarks.push('owner_restricted')
  if (signed) remarks.push('already_signed')
  if (formOf(pdf)?.has('XFA')) remarks.push('xfa')
  if (!whole || !beginsWithHeader(bytes)) remarks.push('repaired')
  const toB = remarks.length > 0 || named
  if (inputs.length > 0) remarks.push('form_fields')
  return toB ? { route: 'B', pages, remarks } : { route: 'A', pages, remarks, pdf: appendable(pdf) }
}

const onlyLinearized = (pdf: PDF) => pdf.canSaveIncrementally() === 'linearized'

/** The library refuses to append to linearised files, although incremental updates are allowed: hide the flag. */
function appendable(pdf: PDF): PDF {
  if (onlyLinearized(pdf)) Object.defineProperty(pdf, 'isLinearized', { value: false })
  return pdf
}

/** Readers disagree on offsets if bytes precede the header. */
function beginsWithHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
}
