import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import { isMailbox } from './find-queries.ts'

/** A lead that was deleted, as far as its events tell of it. */
export interface DeletedLead {
  readonly id: string
  readonly partnerId: string
  readonly name: string
  readonly company: string
}

/** The leads that were deleted while, or after, they had one of the mailboxes. */
export async function deletedLeads(tx: Tx, emails: readonly string[]): Promise<readonly DeletedLead[]> {
  if (emails.length === 0) return []
  const { rows } = await sql<DeletedLead>`
    select d.subject_id as id, d.partner_id as "partnerId", coalesce(d.before ->> 'name', '') as name,
      coalesce(d.before ->> 'company', '') as company
    from events d
    where d.name = 'lead.deleted' and d.before is not null
      and exists (select from events t where t.subject_id = d.subject_id
        and (${isMailbox('before.email', emails)} or ${isMailbox('after.email', emails)}))
    order by d.occurred_at, d.id`.execute(tx)
  return rows
}
