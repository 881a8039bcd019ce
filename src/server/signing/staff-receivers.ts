import type { Tx } from '../db/database.ts'
import type { Receiver } from '../mail/email.ts'

/** The administrator who assigned the contract, or all administrators if that account is gone. */
export async function staffOf(tx: Tx, contractId: string | null): Promise<Receiver[]> {
  const administrators = await tx
    .selectFrom('profiles as p')
    .innerJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .select(['p.user_id as userId', 'p.full_name as name', 'p.email as address'])
    .where('r.role', '=', 'admin')
    .where('p.deleted_at', 'is', null)
    .where('p.joined_at', 'is not', null)
    .orderBy('p.created_at')
    .execute()
  const assigned = await tx
    .selectFrom('events')
    .select('actor_id')
    .where('subject_id', '=', contractId)
    .where('name', '=', 'contract.assigned')
    .executeTakeFirst()
  const assigner = administrators.filter((each) => each.userId === assigned?.actor_id)
  return assigner.length > 0 ? assigner : administrators
}
