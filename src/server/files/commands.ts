import type { Upload } from '#api/uploads.ts'
import type { UploadPurpose } from '#domain/files.ts'
import { Refusal } from '#domain/refusal.ts'
import type { TransactionContext } from '../transaction.ts'
import { personOf } from '../transaction.ts'

/** How long an upload waits for a record to take it. */
export const uploadKeptMs = 86_400_000

/** Notes a file that nothing uses yet. It comes before the bytes, so that a crash leaves none that nothing knows. */
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

/** Takes an upload for a record, once. Refuses `upload_not_found` when it is too old, for something else or taken. */
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

/** Gives a file back when its record goes: the sweep then removes row and bytes, so that a crash leaves neither half. */
export async function releaseFile({ tx }: TransactionContext, fileId: string | null): Promise<void> {
  if (fileId) await tx.updateTable('files').set({ claimed_at: null }).where('id', '=', fileId).execute()
}
