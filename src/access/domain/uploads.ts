import type { FileKind } from '#platform/domain/files.ts'
import type { Message } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import type { Ability } from './abilities.ts'
import type { Right } from './staff-rights.ts'

export const staffUploadPurposes = ['contract', 'resource', 'logo', 'scan', 'lead_file'] as const
/** What partners upload: what staff check, and files of their leads, which staff upload too. */
export const partnerUploadPurposes = ['partner_invoice', 'partner_document', 'lead_file'] as const
export const uploadPurposes = [...staffUploadPurposes, 'partner_invoice', 'partner_document'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]
export const isPartnerUpload = (purpose: UploadPurpose) => (partnerUploadPurposes as readonly UploadPurpose[]).includes(purpose)
/**
 * Purpose of a stored file: an upload, or what the portal makes: sealed contracts, statements, invoices, files for the bank,
 * receipts of registrations.
 */
export const filePurposes = [...uploadPurposes, 'sealed', 'statement', 'invoice', 'payout', 'lead_receipt'] as const
export type FilePurpose = (typeof filePurposes)[number]

interface UploadRule {
  /** What staff need who upload it: the right to what takes it. Null where staff upload none. */
  readonly right: Right | null
  /** The same for somebody of a partner, by their role there. */
  readonly ability: Ability | null
  readonly maxBytes: number
  readonly kinds: readonly FileKind[]
  readonly tooLarge: string
  readonly wrongType: string
}

const mebibyte = 1024 * 1024

type Uploaders = Partial<Pick<UploadRule, 'right' | 'ability'>>

/** `wrongType` is the message for files of other types. */
const uploadRule = (by: Uploaders, megabytes: number, kinds: readonly FileKind[], wrongType: Message): UploadRule => ({
  right: null,
  ability: null,
  ...by,
  maxBytes: megabytes * mebibyte,
  kinds,
  get tooLarge() {
    return m.fileTooLarge({ megabytes })
  },
  get wrongType() {
    return wrongType()
  },
})

/** Accepted file types and size limit per purpose, with the message for rejected files. */
export const uploadRules: Readonly<Record<UploadPurpose, UploadRule>> = {
  contract: uploadRule({ right: 'contracts' }, 10, ['pdf', 'doc', 'docx'], m.onlyPdfAndWord),
  resource: uploadRule(
    { right: 'resources' },
    20,
    ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'jpeg', 'png', 'gif', 'webp'],
    m.onlyDocumentsAndImages,
  ),
  scan: uploadRule({ right: 'contracts' }, 10, ['pdf', 'jpeg', 'png'], m.onlyScans),
  partner_invoice: uploadRule({ ability: 'money' }, 10, ['pdf', 'jpeg', 'png'], m.onlyInvoices),
  partner_document: uploadRule({ ability: 'documents' }, 10, ['pdf', 'jpeg', 'png'], m.onlyPdfAndPictures),
  lead_file: uploadRule(
    { right: 'leads', ability: 'leads' },
    10,
    ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpeg', 'png'],
    m.onlyLeadFiles,
  ),
  logo: uploadRule({ right: 'programme' }, 1, ['png', 'jpeg', 'webp'], m.onlyPictures),
}
