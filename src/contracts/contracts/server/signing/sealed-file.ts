import { Readable } from 'node:stream'
import { system } from '#access/domain/actor.ts'
import type { Message } from '#platform/domain/languages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { storeFile } from '#platform/server/files/commands.ts'
import { fileKey } from '#platform/server/files/store.ts'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import { SealError } from '#platform/server/sealing/sealing.ts'
import { m } from '../../messages/messages.ts'

interface SealedBytes {
  readonly bytes: Uint8Array
  readonly sha256: string
  /** Title of the contract, used as file name. */
  readonly title: string
}

/** Keeps a sealed file until the signature claims it. */
export async function storeSealedFile(portal: Portal, { bytes, sha256, title }: SealedBytes): Promise<string> {
  const id = newId()
  const file = {
    id,
    purpose: 'sealed',
    name: `${title}.pdf`,
    kind: 'pdf',
    size: bytes.byteLength,
    sha256,
    inspection: null,
  } as const
  await storeFile(portal, system, file, Readable.from([bytes]))
  return id
}

/**
 * Deletes an unused sealed file; the sweep removes the row if this fails. Checks the row first, under a lock: a commit whose
 * answer was lost may have happened, and then the signature needs its file.
 */
export async function discardSealedFile(portal: Portal, id: string): Promise<void> {
  await portal.database.asActor(system, async (tx) => {
    const unused = await tx
      .selectFrom('files')
      .select('id')
      .where('id', '=', id)
      .where('claimed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!unused) return
    await portal.files.delete(fileKey({ purpose: 'sealed', id }))
    await tx.deleteFrom('files').where('id', '=', id).execute()
  })
}

/** Maps a SealError to a refusal for the user; rethrows anything else. */
export function refusalOfSeal(portal: Pick<Portal, 'log'>, error: unknown): unknown {
  if (!(error instanceof SealError)) return error
  portal.log.error({ err: error, code: error.code }, 'a document could not be sealed')
  return new Refusal('seal_failed', sentences[error.code](), { facts: { reason: error.code } })
}

const sentences: Readonly<Record<SealError['code'], Message>> = {
  certificate_expired: m.certificateExpired,
  unsignable: m.unsealable,
  queue_full: m.sealQueueFull,
  seal_timeout: m.sealTimeout,
  seal_failed: m.sealNotDone,
}
