import { readFile } from 'node:fs/promises'
import type { Inspection } from '#api/uploads.ts'
import type { FileKind } from '#domain/files.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Portal } from '../portal.ts'
import { SealError } from '../sealing/sealing.ts'

const reasons = {
  user_password: 'This PDF opens with a password only: nobody could read it before signing. Save it without a password.',
  damaged: 'This PDF is damaged and cannot be signed. Export it again from where it comes.',
  unreadable:
    'This PDF takes too much time or memory to read, so it cannot be signed. Print it to a new PDF and upload that one.',
} as const

const busy = 'The server cannot inspect documents right now: nothing was saved. Try again in a minute.'

/** Inspects how a contract's document can be sealed. Refuses `document_unsignable` and `inspection_unavailable`. */
export async function inspectContract(portal: Pick<Portal, 'sealer'>, path: string, kind: FileKind): Promise<Inspection> {
  if (kind !== 'pdf' && kind !== 'doc' && kind !== 'docx') throw new Error(`a contract cannot be a file of kind ${kind}`)
  const found = await portal.sealer.inspect({ kind, bytes: await readFile(path) }).catch((error) => {
    if (!(error instanceof SealError)) throw error
    throw new Refusal('inspection_unavailable', busy)
  })
  if ('unsignable' in found) throw new Refusal('document_unsignable', reasons[found.unsignable])
  return { ...found, remarks: [...found.remarks] }
}
