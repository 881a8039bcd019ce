import type { Readable } from 'node:stream'
import type { Upload } from '#access/api/uploads.ts'
import type { Actor } from '#access/domain/actor.ts'
import type { FilePurpose, UploadPurpose } from '#access/domain/uploads.ts'
import { fieldRefusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { refusalOfDisk } from './no-room.ts'
import { fileKey } from './store.ts'

/** Lifetime of an unclaimed upload. */
export const uploadKeptMs = 86_400_000

export interface NewFile extends Upload {
  readonly purpose: FilePurpose
}

/**
 * Keeps a file that nothing uses yet; unless a record claims it, it is removed after a day. The row is written before the
 * bytes, so that a crash leaves no bytes without a row. Refuses `storage_full`.
 */
export async function storeFile(
  { database, files, clock }: Pick<Portal, 'database' | 'files' | 'clock'>,
  actor: Actor,
  file: NewFile,
  content: Readable,
): Promise<void> {
  const row = {
    ...file,
    inspection: file.inspection && JSON.stringify(file.inspection),
    uploaded_by: 'userId' in actor ? actor.userId : null,
    created_at: clock.now(),
    claimed_at: null,
  }
  await database.asActor(actor, (tx) => tx.insertInto('files').values(row).execute())
  try {
    await files.write(fileKey(file), content, file)
  } catch (error) {
    throw refusalOfDisk(error)
  }
}

/** Claims an upload for a record. Refuses `upload_not_found` if it is expired, claimed or for another purpose. */
export async function claimUpload({ tx, now }: TransactionContext, uploadId: string, purpose: UploadPurpose): Promise<void> {
  const claimed = await tx
    .updateTable('files')
    .set({ claimed_at: now })
    .where('id', '=', uploadId)
    .where('purpose', '=', purpose)
    .where('claimed_at', 'is', null)
    .where('released_at', 'is', null)
    .where('created_at', '>=', new Date(now.getTime() - uploadKeptMs))
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 1n) return
  const message = m.uploadGone()
  throw fieldRefusal('document', message, 'upload_not_found')
}

/**
 * Releases a file whose record is deleted; the sweep removes row and bytes a day later, so that a crash leaves neither, and a
 * backup that began before finds them.
 */
export async function releaseFile({ tx, now }: TransactionContext, fileId: string | null): Promise<void> {
  if (!fileId) return
  await tx.updateTable('files').set({ claimed_at: null, released_at: now }).where('id', '=', fileId).execute()
}

/** Releases what somebody has sent and no record has claimed: nothing claims it any more. */
export async function releaseUploadsOf({ tx, now }: TransactionContext, userId: string): Promise<void> {
  await tx
    .updateTable('files')
    .set({ released_at: now })
    .where('uploaded_by', '=', userId)
    .where('claimed_at', 'is', null)
    .execute()
}
