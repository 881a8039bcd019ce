import * as z from 'zod/mini'
import { fileKinds, uploadPurposes } from '#domain/files.ts'
import type { FileKind } from '#domain/files.ts'
import { signRemarks, signRoutes } from '#domain/signing.ts'
import { route } from './route.ts'
import { anyText, id } from './shapes.ts'

/** What signing will do with a contract's document. */
export const inspection = z.object({
  route: z.enum(signRoutes),
  pages: z.nullable(z.int()),
  remarks: z.array(z.enum(signRemarks)),
})
export type Inspection = z.infer<typeof inspection>

/** A file kept for a day until a contract, a resource or the settings take it. */
export const upload = z.object({
  id,
  name: z.string(),
  kind: z.enum(Object.keys(fileKinds) as [FileKind, ...FileKind[]]),
  size: z.int(),
  sha256: z.string(),
  /** Of a contract's document; null for any other file. */
  inspection: z.nullable(inspection),
})
export type Upload = z.infer<typeof upload>

export const uploadRoutes = {
  upload: route('POST', '/uploads', {
    summary: 'Upload a file: its bytes are the body. It is kept for a day until a record takes it',
    who: 'admin',
    transaction: 'own',
    ownership: 'staff',
    query: z.strictObject({
      purpose: z.enum(uploadPurposes),
      name: anyText().check(z.minLength(1), z.maxLength(255)),
    }),
    accepts: 'stream',
    /** A file of 20 MB over a line of 200 kbit/s. */
    bodySeconds: 840,
    unkeyed: 'streamedBody',
    returns: upload,
    status: 201,
  }),
}
