/** Name of the file that is attached to the receipt of a lead: its text is what the receipt vouches for. */
export const registeredLeadFile = 'enregistrement.json'

/** What is kept of a receipt: nothing of its client once that was erased. */
export type KeptReceipt = Omit<LeadReceipt, ErasedPart> & Partial<Pick<LeadReceipt, ErasedPart>>
type ErasedPart = 'company' | 'contact' | 'record' | 'recordSha256'

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
