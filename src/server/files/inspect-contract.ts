import { readFile } from 'node:fs/promises'
import type { Inspection } from '#contract/uploads.ts'
import type { FileKind } from '#domain/files.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Portal } from '../portal.ts'

const reasons = {
  user_password: 'This PDF opens with a password only: nobody could read it before signing. Save it without a password.',
  damaged: 'This PDF is damaged and cannot be signed. Export it again from where it comes.',
} as const

/** What signing will do with a contract's document. Refuses `document_unsignable` with the reason. */
export async function inspectContract(portal: Pick<Portal, 'sealer'>, path: string, kind: FileKind): Promise<Inspection> {
  if (kind !== 'pdf' && kind !== 'doc' && kind !== 'docx') throw new Error(`a contract cannot be a file of kind ${kind}`)
  const found = await portal.sealer.inspect({ kind, bytes: await readFile(path) })
  if ('unsignable' in found) throw new Refusal('document_unsignable', reasons[found.unsignable])
  return { ...found, remarks: [...found.remarks] }
}
