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
