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

export const staffUploadPurposes = ['contract', 'resource', 'logo', 'scan'] as const
/** What partners upload for staff to check. */
export const partnerUploadPurposes = ['partner_invoice', 'partner_document'] as const
export const uploadPurposes = [...staffUploadPurposes, ...partnerUploadPurposes] as const
export type UploadPurpose = (typeof uploadPurposes)[number]
export const isPartnerUpload = (purpose: UploadPurpose) => (partnerUploadPurposes as readonly UploadPurpose[]).includes(purpose)
/**
 * Purpose of a stored file: an upload, or what the portal makes: sealed contracts, statements, invoices, files for the bank,
 * receipts of registrations.
 */
export const filePurposes = [...uploadPurposes, 'sealed', 'statement', 'invoice', 'payout', 'lead_receipt'] as const
export type FilePurpose = (typeof filePurposes)[number]

interface UploadRule {
  readonly maxBytes: number
  readonly kinds: readonly FileKind[]
  readonly tooLarge: string
  readonly wrongType: string
}

const mebibyte = 1024 * 1024

/** Accepted file types and size limit per purpose, with the message for rejected files. */
export const uploadRules: Readonly<Record<UploadPurpose, UploadRule>> = {
  contract: {
    maxBytes: 10 * mebibyte,
    kinds: ['pdf', 'doc', 'docx'],
    tooLarge: 'File too large. Maximum size is 10MB.',
    wrongType: 'Invalid file type. Only PDF and Word documents are allowed.',
  },
  resource: {
    maxBytes: 20 * mebibyte,
    kinds: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'jpeg', 'png', 'gif', 'webp'],
    tooLarge: 'File too large. Maximum size is 20MB.',
    wrongType: 'Invalid file type. Only documents and images are allowed.',
  },
  scan: {
    maxBytes: 10 * mebibyte,
    kinds: ['pdf', 'jpeg', 'png'],
    tooLarge: 'File too large. Maximum size is 10MB.',
    wrongType: 'Invalid file type. Only PDF, JPEG and PNG scans are allowed.',
  },
  partner_invoice: {
    maxBytes: 10 * mebibyte,
    kinds: ['pdf', 'jpeg', 'png'],
    tooLarge: 'File too large. Maximum size is 10MB.',
    wrongType: 'Invalid file type. An invoice has to be a PDF, or a photo as JPEG or PNG.',
  },
  partner_document: {
    maxBytes: 10 * mebibyte,
    kinds: ['pdf', 'jpeg', 'png'],
    tooLarge: 'File too large. Maximum size is 10MB.',
    wrongType: 'Invalid file type. Only PDF, JPEG and PNG files are allowed.',
  },
  logo: {
    maxBytes: mebibyte,
    kinds: ['png', 'jpeg', 'webp'],
    tooLarge: 'File too large. Maximum size is 1MB.',
    wrongType: 'Invalid file type. Only PNG, JPEG and WebP images are allowed.',
  },
}
