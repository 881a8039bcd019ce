import { readFile } from 'node:fs/promises'
import type { Inspection } from '#platform/api/uploads.ts'
import type { FileKind } from '#platform/domain/files.ts'
import { texts } from '#platform/domain/languages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import type { Portal } from '#platform/server/portal.ts'
import { SealError, type Unsignable } from '#platform/server/sealing/sealing.ts'

const reasons = texts({
  user_password: m.contractLocked,
  damaged: m.contractDamaged,
  unreadable: m.contractTooHeavy,
})

const unreadable: Readonly<Record<Unsignable, string>> = texts({
  user_password: m.pdfLocked,
  damaged: m.pdfDamaged,
  unreadable: m.pdfTooHeavy,
})

/** Inspects how a contract's document can be sealed. Refuses `document_unsignable` and `inspection_unavailable`. */
export async function inspectContract(portal: Pick<Portal, 'sealer'>, path: string, kind: FileKind): Promise<Inspection> {
  if (kind !== 'pdf' && kind !== 'doc' && kind !== 'docx') throw new Error(`a contract cannot be a file of kind ${kind}`)
  const inspection = await inspect(portal, path, kind)
  if ('unsignable' in inspection) throw new Refusal('document_unsignable', reasons[inspection.unsignable])
  return { ...inspection, remarks: [...inspection.remarks] }
}

/** Checks that people can open a PDF. Refuses `document_unreadable` and `inspection_unavailable`. */
export async function checkReadable(portal: Pick<Portal, 'sealer'>, path: string): Promise<void> {
  const inspection = await inspect(portal, path, 'pdf')
  if ('unsignable' in inspection) throw new Refusal('document_unreadable', unreadable[inspection.unsignable])
}

async function inspect({ sealer }: Pick<Portal, 'sealer'>, path: string, kind: 'pdf' | 'doc' | 'docx') {
  return sealer.inspect({ kind, bytes: await readFile(path) }).catch((error) => {
    if (!(error instanceof SealError)) throw error
    throw new Refusal('inspection_unavailable', m.inspectionBusy())
  })
}
