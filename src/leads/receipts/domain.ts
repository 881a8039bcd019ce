import { canonicalJson, type Json } from '#operations/journal/domain.ts'

/** What a receipt vouches for: the registration as it was submitted. */
export type RegisteredLead = {
  /** 'REF-2026-000123' */
  readonly number: string
  readonly leadId: string
  readonly partnerId: string
  /** ISO 8601 in UTC with six digits of a second. */
  readonly submittedAt: string
  /** The lead's fields as its first event recorded them. */
  readonly lead: Json
}

/** The text whose SHA-256 is printed; it is attached to the PDF, byte for byte. */
export function registeredLeadText({ number, leadId, partnerId, submittedAt, lead }: RegisteredLead): string {
  return canonicalJson({ number, leadId, partnerId, submittedAt, lead })
}

/** Name of that attachment. */
export const registeredLeadFile = 'enregistrement.json'

/** The content of a receipt, as it is printed and kept. */
export interface LeadReceipt {
  readonly reference: string
  readonly number: string
  /** '2026-11-22', when it was made. */
  readonly issueDate: string
  readonly provider: { readonly name: string; readonly address: string; readonly email: string }
  readonly partner: { readonly name: string; readonly company: string }
  readonly company: string
  readonly contact: string
  /** '22/11/2026 à 18:50:12 (Europe/Paris)' and '2026-11-22T17:50:12Z'. */
  readonly submitted: string
  readonly submittedUtc: string
  /** `registeredLeadText`, and its SHA-256 in hexadecimal. */
  readonly record: string
  readonly recordSha256: string
  readonly journal: { readonly seq: number; readonly hash: string; readonly chainedAt: string }
  readonly verifyUrl: string
}
