import type * as z from 'zod/mini'
import type { resourceRoutes } from '#api/resources.ts'
import { Refusal } from '#domain/refusal.ts'
import { claimUpload, releaseFile } from '../files/commands.ts'
import { newId } from '../ids.ts'
import type { TransactionContext } from '../transaction.ts'

type NewResource = z.output<typeof resourceRoutes.addResource.body>

/** Adds a resource for everyone, or for partners from a tier upwards. */
export async function addResource(context: TransactionContext, input: NewResource): Promise<{ id: string }> {
  const { tx, now } = context
  const { document } = input
  if (input.minTierId) {
    const tier = await tx.selectFrom('partner_tiers').select('id').where('id', '=', input.minTierId).executeTakeFirst()
    if (!tier) {
      const message = 'This tier does not exist any more.'
      throw new Refusal('invalid_input', message, { fields: [{ path: 'minTierId', message }] })
    }
  }
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
    audience: { kind: 'everyone' },
    after: { category: input.category },
  })
  return { id }
}

/** Deletes a resource; its file goes with it. */
export async function deleteResource(context: TransactionContext, id: string): Promise<void> {
  const row = await context.tx.deleteFrom('resources').where('id', '=', id).returning(['title', 'file_id']).executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'This resource does not exist any more.')
  await releaseFile(context, row.file_id)
  await context.recordEvent({
    name: 'resource.deleted',
    subjectId: id,
    audience: { kind: 'everyone' },
    before: { title: row.title },
  })
}
