import * as z from 'zod/mini'
import { fileKinds, uploadPurposes } from '#domain/files.ts'
import type { FileKind } from '#domain/files.ts'
import { anyText, id } from './shapes.ts'

/** `POST /api/uploads?purpose=…&name=…` takes the file's bytes as they are, streamed; it is registered by hand. */
export const uploadQuery = z.strictObject({
  purpose: z.enum(uploadPurposes),
  name: anyText().check(z.minLength(1), z.maxLength(255)),
})

/** A file kept for a day until a contract, a resource or the settings take it. */
export const upload = z.object({
  id,
  name: z.string(),
  kind: z.enum(Object.keys(fileKinds) as [FileKind, ...FileKind[]]),
  size: z.int(),
  sha256: z.string(),
})
export type Upload = z.infer<typeof upload>
