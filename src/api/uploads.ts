import * as z from 'zod/mini'
import { fileKinds, uploadPurposes } from '#domain/files.ts'
import type { FileKind } from '#domain/files.ts'
import { signRemarks, signRoutes } from '#domain/signing.ts'
import { anyText, id } from './shapes.ts'

/** `POST /api/uploads?purpose=…&name=…` takes the file's bytes as they are, streamed; it is registered by hand. */
export const uploadQuery = z.strictObject({
  purpose: z.enum(uploadPurposes),
  name: anyText().check(z.minLength(1), z.maxLength(255)),
})

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
