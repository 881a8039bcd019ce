import * as z from 'zod/mini'
import { partnerUploadPurposes, staffUploadPurposes } from '#access/domain/uploads.ts'
import { route } from '#platform/api/route.ts'
import { id, text } from '#platform/api/shapes.ts'
import { type FileKind, fileKinds } from '#platform/domain/files.ts'
import { signRemarks, signRoutes } from '#platform/domain/seal-routes.ts'
import { m } from '../messages/messages.ts'

/** What signing will do with a contract's document. */
export const inspection = z.object({
  route: z.enum(signRoutes),
  pages: z.nullable(z.int()),
  remarks: z.array(z.enum(signRemarks)),
})
export type Inspection = z.infer<typeof inspection>

/** A file kept for a day until a record takes it. */
export const upload = z.object({
  id,
  name: z.string(),
  kind: z.enum(Object.keys(fileKinds) as [FileKind, ...FileKind[]]),
  size: z.int(),
  sha256: z.string(),
  /** What the inspection of a contract's document found; null for any other file. */
  inspection: z.nullable(inspection),
})
export type Upload = z.infer<typeof upload>

const name = text(1, 255, m.required)
const streamed = {
  transaction: 'own',
  accepts: 'stream',
  /** A file of 20 MB over a line of 200 kbit/s. */
  bodySeconds: 840,
  unkeyed: 'streamedBody',
  returns: upload,
  status: 201,
} as const

/** Refusals that any upload can get. */
const uploadRefusals = [
  'file_missing',
  'file_too_large',
  'file_type_not_allowed',
  'file_infected',
  'file_not_scannable',
  'scanner_unavailable',
  'inspection_unavailable',
] as const

export const uploadRoutes = {
  upload: route('POST', '/uploads', {
    ...streamed,
    summary: 'Upload a file: its bytes are the body. It is kept for a day until a record takes it',
    description:
      'Staff need the right to what takes the file: contracts for `contract` and `scan`, programme for `logo`, and those to ' +
      'resources and leads. An API key uploads files of leads alone: those with the purpose `lead_file`.',
    scope: 'leads:write',
    who: 'admin',
    right: ['contracts', 'leads', 'resources', 'programme'],
    ownership: 'staff',
    query: z.strictObject({ purpose: z.enum(staffUploadPurposes), name }),
    refusals: [...uploadRefusals, 'document_unsignable'],
  }),
  uploadOwn: route('POST', '/own-uploads', {
    ...streamed,
    summary: 'Upload a file of one’s own for staff to check, such as an invoice: at most 40 an hour',
    description: 'It takes the role at the partner that what takes the file asks for: money, documents or leads.',
    who: 'unlockedPartner',
    ownership: 'account',
    query: z.strictObject({ purpose: z.enum(partnerUploadPurposes), name }),
    refusals: [...uploadRefusals, 'document_unreadable', 'partner_role_missing'],
  }),
}
