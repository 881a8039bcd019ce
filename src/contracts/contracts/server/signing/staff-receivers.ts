import { allAdministrators } from '#accounts/people/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Receiver } from '#platform/server/mail/mail-content.ts'

/** The administrator who assigned the contract, or all administrators if that account is gone. */
export async function readStaffReceivers(tx: Tx, contractId: string | null): Promise<Receiver[]> {
  const administrators = await allAdministrators(tx)
  const assigned = await tx
    .selectFrom('events')
    .select('actor_id')
    .where('subject_id', '=', contractId)
    .where('name', '=', 'contract.assigned')
    .executeTakeFirst()
  const assigner = administrators.filter((each) => each.userId === assigned?.actor_id)
  return assigner.length > 0 ? assigner : administrators
}
