import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import { isPaidByHand } from './journal-pieces.ts'

/**
 * Keeps what the pieces of open months say of a lead's client whose name goes: books are not rewritten. As the owner of the
 * tables, before the lead is emptied.
 */
export async function keepBookedNames(tx: Tx, leadId: string): Promise<void> {
  await sql`
    insert into booked_clients (commission_id, lead_id, name)
    select c.id, l.id, l.client_name from commissions c join leads l on l.id = c.lead_id
    where l.id = ${leadId}::uuid and ${isPaidByHand}
      and not exists (select from accounting_entries n where n.piece_id = c.id and n.kind = 'paidByHand')`.execute(tx)
}
