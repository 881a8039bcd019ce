import type { PartnerAbility } from '#access/domain/partner-abilities.ts'
import type { Right } from '#access/domain/staff-rights.ts'
import { m } from '../messages/messages.ts'
import type { Message } from './languages.ts'

/** File types detected by content, with the media type each is served as. */
export const fileKinds = {
  pdf: { mime: 'application/pdf', extension: 'pdf' },
  doc: { mime: 'application/msword', extension: 'doc' },
  docx: { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extension: 'docx' },
  xls: { mime: 'application/vnd.ms-excel', extension: 'xls' },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  ppt: { mime: 'application/vnd.ms-powerpoint', extension: 'ppt' },
  pptx: { mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', extension: 'pptx' },
  jpeg: { mime: 'image/jpeg', extension: 'jpg' },
  png: { mime: 'image/png', extension: 'png' },
  gif: { mime: 'image/gif', extension: 'gif' },
  webp: { mime: 'image/webp', extension: 'webp' },
  xml: { mime: 'application/xml', extension: 'xml' },
  csv: { mime: 'text/csv; charset=utf-8', extension: 'csv' },
} as const
export type FileKind = keyof typeof fileKinds

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
  readonly ability: PartnerAbility | null
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
