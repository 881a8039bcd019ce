import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { fieldRefusal, Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { claimUpload } from '#platform/server/files/commands.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { leadFileAbilities, maxLeadFiles } from '../domain/lead-files.ts'
import { m } from '../messages/messages.ts'
import { findLeadFile, readLeadFiles } from './file-queries.ts'
import { checkNotRestricted } from './restricted-guards.ts'

interface LockedLead {
  readonly id: string
  readonly partner_id: string
}

/** Adds an upload to a lead that the caller has locked. Refuses `upload_not_found`, and more files than a lead may have. */
export async function attachFile(context: TransactionContext, lead: LockedLead, uploadId: string): Promise<void> {
  const { tx, now, actor } = context
  if ((await readLeadFiles(tx, lead.id)).length >= maxLeadFiles) {
    throw fieldRefusal('uploadId', m.tooManyFiles({ max: maxLeadFiles }))
  }
  await claimUpload(context, uploadId, 'lead_file')
  const row = {
    id: newId(),
    lead_id: lead.id,
    file_id: uploadId,
    added_by: personOf(context).userId,
    of_staff: actor.kind === 'admin',
    added_at: now,
  }
  await tx.insertInto('lead_files').values(row).execute()
  const added = await findLeadFile(tx, row.id)
  await context.recordEvent({
    name: 'lead.file_added',
    subjectId: lead.id,
    audience: ofPartner(lead.partner_id),
    after: { name: added?.name ?? '' },
  })
}

/** Removes a file; its bytes go a day later. Returns the id of its lead. */
export async function removeFile(context: TransactionContext, id: string): Promise<string> {
  const { tx, actor } = context
  const file = await findLeadFile(tx, id)
  if (!file) throw new Refusal('not_found', m.noSuchFile())
  checkNotRestricted(file)
  refuseUnless(leadFileAbilities(actor, file.added_by).remove, 'not_allowed', m.fileOfOthers())
  const { numDeletedRows } = await tx.deleteFrom('lead_files').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('not_found', m.noSuchFile())
  await context.recordEvent({
    name: 'lead.file_removed',
    subjectId: file.lead_id,
    audience: ofPartner(file.partner_id),
    before: { name: file.name },
  })
  return file.lead_id
}
