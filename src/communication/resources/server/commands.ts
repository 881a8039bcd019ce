import type * as z from 'zod/mini'
import { everyone } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { refuseOverwriting } from '#platform/domain/changes.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { claimUpload, releaseFile } from '#platform/server/files/commands.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { resourceEdit, resourceRoutes } from '../api/resources.ts'
import { m } from '../messages/messages.ts'

type NewResource = z.output<typeof resourceRoutes.addResource.body>
type EditedResource = z.output<typeof resourceEdit>

const gone = () => new Refusal('not_found', m.noSuchResource())

/** Adds a resource for everyone, or for partners from a tier upwards. */
export async function addResource(context: TransactionContext, input: NewResource): Promise<{ id: string }> {
  const { tx, now } = context
  const { document } = input
  await refuseUnknownTier(context, input.minTierId)
  if (document.kind === 'file') await claimUpload(context, document.uploadId, 'resource')
  const id = newId()
  await tx
    .insertInto('resources')
    .values({
      id,
      title: input.title,
      description: input.description,
      category: input.category,
      file_id: document.kind === 'file' ? document.uploadId : null,
      link: document.kind === 'link' ? document.url : null,
      min_tier_id: input.minTierId,
      created_at: now,
    })
    .execute()
  await context.recordEvent({
    name: 'resource.added',
    subjectId: id,
    audience: everyone,
    after: { category: input.category },
  })
  return { id }
}

async function refuseUnknownTier({ tx }: TransactionContext, minTierId: string | null): Promise<void> {
  if (!minTierId) return
  const tiers = tx.selectFrom('partner_tiers').select('id').where('archived_at', 'is', null)
  const tier = await tiers.where('id', '=', minTierId).executeTakeFirst()
  refuseFieldUnless(tier, 'minTierId', m.noSuchTier())
}

/**
 * Edits a resource. A replacement is its next version; the one before stays for staff. Refuses `not_found`, `upload_not_found`,
 * `resource_changed` if somebody has replaced the document meanwhile, and `changed_meanwhile`.
 */
export async function editResource(context: TransactionContext, id: string, input: EditedResource): Promise<void> {
  const { tx, now } = context
  const before = await tx.selectFrom('resources').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw gone()
  const { title, category, replacement } = input
  refuseOverwriting(before, input.expected)
  const { description = before.description, minTierId = before.min_tier_id } = input
  // A tier that was archived stays where it was chosen.
  if (minTierId !== before.min_tier_id) await refuseUnknownTier(context, minTierId)
  const fields = { title, description, category, min_tier_id: minTierId }
  const isEdited =
    before.title !== title ||
    before.description !== description ||
    before.category !== category ||
    before.min_tier_id !== minTierId
  if (isEdited) {
    await tx.updateTable('resources').set(fields).where('id', '=', id).execute()
    await context.recordEvent({
      name: 'resource.edited',
      subjectId: id,
      audience: everyone,
      before: { title: before.title, category: before.category },
      after: { title, category },
    })
  }
  if (!replacement) return
  refuseUnless(before.version === replacement.version, 'resource_changed', m.replacedMeanwhile())
  const { document, note } = replacement
  if (document.kind === 'file') await claimUpload(context, document.uploadId, 'resource')
  await tx
    .insertInto('resource_versions')
    .values({
      resource_id: id,
      version: before.version,
      file_id: before.file_id,
      link: before.link,
      change_note: before.change_note,
      published_at: before.revised_at ?? before.created_at,
      replaced_at: now,
      replaced_by: personOf(context).userId,
    })
    .execute()
  const version = before.version + 1
  await tx
    .updateTable('resources')
    .set({
      version,
      revised_at: now,
      change_note: note,
      file_id: document.kind === 'file' ? document.uploadId : null,
      link: document.kind === 'link' ? document.url : null,
    })
    .where('id', '=', id)
    .execute()
  await context.recordEvent({ name: 'resource.revised', subjectId: id, audience: everyone, after: { version, note } })
}

/** Takes the mark from a resource that the caller opens or downloads. Refuses `not_found`. Records no event, as reading leads. */
export async function openResource(context: TransactionContext, id: string): Promise<void> {
  const { tx, now } = context
  const { userId } = personOf(context)
  const resource = await tx.selectFrom('resources').select('version').where('id', '=', id).executeTakeFirst()
  if (!resource) throw gone()
  const opened = { version: resource.version, opened_at: now }
  await tx
    .insertInto('resource_opens')
    .values({ user_id: userId, resource_id: id, ...opened })
    .onConflict((conflict) => conflict.columns(['user_id', 'resource_id']).doUpdateSet(opened))
    .execute()
}

/** Deletes a resource; the files of all its versions go with it. */
export async function deleteResource(context: TransactionContext, id: string): Promise<void> {
  const older = await context.tx.deleteFrom('resource_versions').where('resource_id', '=', id).returning('file_id').execute()
  const row = await context.tx.deleteFrom('resources').where('id', '=', id).returning(['title', 'file_id']).executeTakeFirst()
  if (!row) throw gone()
  for (const { file_id } of [row, ...older]) await releaseFile(context, file_id)
  await context.recordEvent({
    name: 'resource.deleted',
    subjectId: id,
    audience: everyone,
    before: { title: row.title },
  })
}
