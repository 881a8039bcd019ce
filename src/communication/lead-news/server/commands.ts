import { sql } from 'kysely'
import { personOf } from '#access/server/acting.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { UnreadPart } from '../domain/unread.ts'

/** When more leads than this are read at once, tabs ask again which are unread. */
const maxAnnounced = 50

/** What was read: one lead or all, and what is seen in one place or everything. */
interface Read {
  readonly leadId: string | null
  readonly part: UnreadPart | null
}

/** Takes the caller's marks of what was read away, and tells the caller's open tabs on all devices after commit. */
export async function readLeads(context: TransactionContext, { leadId, part }: Read): Promise<void> {
  const { userId } = personOf(context)
  const ofLead = leadId ? sql`and lead_id = ${leadId}` : sql``
  const ofPart = part ? sql`and part = ${part}` : sql``
  await sql`
    with gone as (delete from unread_leads where user_id = ${userId} ${ofLead} ${ofPart} returning lead_id)
    select pg_notify('portal_reads', json_build_object('userId', ${userId}::uuid, 'part', ${part}::text,
      'leadIds', case when count(*) <= ${maxAnnounced} then json_agg(lead_id) else '[]'::json end)::text)
    from gone having count(*) > 0`.execute(context.tx)
}
