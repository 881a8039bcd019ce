import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { type Inspection, type Upload, uploadRoutes } from '#access/api/uploads.ts'
import type { Actor } from '#access/domain/actor.ts'
import { isPartnerUpload, type UploadPurpose, uploadRules } from '#access/domain/uploads.ts'
import type { FileKind } from '#platform/domain/files.ts'
import { texts } from '#platform/domain/languages.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { storeFile } from '#platform/server/files/commands.ts'
import { detectFileType } from '#platform/server/files/detect-file-type.ts'
import { openUnfinished } from '#platform/server/files/leftovers.ts'
import { refusalOfDisk } from '#platform/server/files/no-room.ts'
import { receiveBody } from '#platform/server/files/receive.ts'
import { StoreUnavailable } from '#platform/server/files/store-unavailable.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import { SealError, type Unsignable } from '#platform/server/sealing/sealing.ts'
import { m } from '../messages/messages.ts'
import { checkAbility, checkRight } from './route-rules.ts'

interface UploadCall {
  readonly portal: Portal
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly query: { readonly purpose: UploadPurpose; readonly name: string }
}

async function upload({ portal, actor, request, query: { purpose, name } }: UploadCall): Promise<Upload> {
  const rule = uploadRules[purpose]
  if (rule.right) checkRight({ right: rule.right }, actor)
  if (rule.ability) checkAbility({ ability: rule.ability }, actor)
  const { ok, isAway, detail } = await portal.files.health()
  if (isAway) throw new StoreUnavailable(detail)
  refuseUnless(ok, 'storage_full', m.filesRefused())
  const id = newId()
  const path = join(spoolOf(portal), id)
  try {
    const tooLarge = new Refusal('file_too_large', rule.tooLarge, { facts: { maxBytes: rule.maxBytes } })
    const { size, sha256 } = await receiveBody(request.raw, path, rule.maxBytes, tooLarge)
    refuseUnless(size > 0, 'file_missing', m.fileEmpty())
    const kind = await detectFileType(path)
    if (!kind || !rule.kinds.includes(kind)) throw new Refusal('file_type_not_allowed', rule.wrongType)
    await portal.scanner?.scan(path)
    const inspection = purpose === 'contract' ? await inspectContract(portal, path, kind) : null
    if (isPartnerUpload(purpose) && kind === 'pdf') await checkReadable(portal, path)
    const added: Upload = { id, name, kind, size, sha256, inspection }
    await storeFile(portal, actor, { ...added, purpose }, createReadStream(path))
    return added
  } catch (error) {
    throw refusalOfDisk(error)
  } finally {
    await rm(path, { force: true })
  }
}

/** A program puts files on leads, and documents that people answer for are theirs to choose. */
const uploadOfStaff: Handlers<typeof uploadRoutes>['upload'] = async (call) => {
  refuseUnless(call.session || call.query.purpose === 'lead_file', 'api_scope_missing', m.notForKeys())
  return upload(call)
}

/** A partner’s uploads are kept for a day even if nothing takes them, so they are counted. */
const uploadOwn: Handlers<typeof uploadRoutes>['uploadOwn'] = async (call) => {
  const userId = call.session?.userId ?? ''
  await countAttempt(call.portal, [{ key: `upload ${userId}`, max: 40, windowSeconds: 3600, words: m.tooManyUploads }])
  return upload(call)
}

const spoolOf = ({ config }: Pick<Portal, 'config'>) => join(config.dataDir, 'spool')

export const openSpool = (portal: Pick<Portal, 'config'>) => openUnfinished(spoolOf(portal))

/**
 * Uploads are streamed, counted, checked by content and scanned where a virus scanner is set. A refused or interrupted one
 * leaves nothing.
 */
export const uploadSlice = slice({ routes: uploadRoutes, handlers: { upload: uploadOfStaff, uploadOwn } })

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
async function inspectContract(portal: Pick<Portal, 'sealer'>, path: string, kind: FileKind): Promise<Inspection> {
  if (kind !== 'pdf' && kind !== 'doc' && kind !== 'docx') throw new Error(`a contract cannot be a file of kind ${kind}`)
  const inspection = await inspect(portal, path, kind)
  if ('unsignable' in inspection) throw new Refusal('document_unsignable', reasons[inspection.unsignable])
  return { ...inspection, remarks: [...inspection.remarks] }
}

/** Checks that people can open a PDF. Refuses `document_unreadable` and `inspection_unavailable`. */
async function checkReadable(portal: Pick<Portal, 'sealer'>, path: string): Promise<void> {
  const inspection = await inspect(portal, path, 'pdf')
  if ('unsignable' in inspection) throw new Refusal('document_unreadable', unreadable[inspection.unsignable])
}

async function inspect({ sealer }: Pick<Portal, 'sealer'>, path: string, kind: 'pdf' | 'doc' | 'docx') {
  return sealer.inspect({ kind, bytes: await readFile(path) }).catch((error) => {
    if (!(error instanceof SealError)) throw error
    throw new Refusal('inspection_unavailable', m.inspectionBusy())
  })
}
