import type { Upload } from '#api/uploads.ts'
import type { UploadPurpose } from '#domain/files.ts'
import { Refusal } from '#domain/refusal.ts'
import type { TransactionContext } from '../transaction.ts'
import { personOf } from '../transaction.ts'

/** Lifetime of an unclaimed upload. */
export const uploadKeptMs = 86_400_000

/** Inserts the row of an unclaimed file before its bytes are stored, so that a crash leaves no orphaned bytes. */
export async function addUpload(context: TransactionContext, upload: Upload & { purpose: UploadPurpose }): Promise<void> {
  await context.tx
    .insertInto('files')
    .values({
      ...upload,
      inspection: upload.inspection && JSON.stringify(upload.inspection),
      uploaded_by: personOf(context).userId,
      created_at: context.now,
      claimed_at: null,
    })
    .execute()
}

/** Claims an upload for a record. Refuses `upload_not_found` if it is expired, claimed or for another purpose. */
export async function claimUpload({ tx, now }: TransactionContext, uploadId: string, purpose: UploadPurpose): Promise<void> {
  const claimed = await tx
    .updateTable('files')
    .set({ claimed_at: now })
    .where('id', '=', uploadId)
    .where('purpose', '=', purpose)
    .where('claimed_at', 'is', null)
    .where('created_at', '>=', new Date(now.getTime() - uploadKeptMs))
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 1n) return
  const message = 'This upload is no longer there. Please choose the file again.'
  throw new Refusal('upload_not_found', message, { fields: [{ path: 'document', message }] })
}

/** Releases a file whose record is deleted; the sweep removes row and bytes, so that a crash leaves neither. */
export async function releaseFile({ tx }: TransactionContext, fileId: string | null): Promise<void> {
  if (fileId) await tx.updateTable('files').set({ claimed_at: null }).where('id', '=', fileId).execute()
}
