import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { lockLead } from './commands.ts'

/** Comments on a lead that the caller can see. Comments are never changed or deleted. */
export async function commentOnLead(context: TransactionContext, leadId: string, body: string): Promise<{ id: string }> {
  const lead = await lockLead(context, leadId)
  const id = newId()
  await context.tx
    .insertInto('lead_comments')
    .values({ id, lead_id: leadId, author_id: personOf(context).userId, body, created_at: context.now })
    .execute()
  await context.recordEvent({
    name: 'lead.commented',
    subjectId: leadId,
    audience: ofPartner(lead.partner_id),
    after: { commentId: id },
  })
  return { id }
}
