import { sql } from 'kysely'
import type { Role } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import type { TransactionContext } from '../transaction.ts'

/**
 * Refuses with a fault at `partnerId` unless the person is a partner with access or an invitation, and keeps them one until
 * the transaction ends: a deletion or a change of role at the same moment waits for it, or is seen here. The row lock comes
 * first and the role is read in a statement of its own, since a statement that waited still sees the role of before.
 */
export async function requirePartner({ tx }: Pick<TransactionContext, 'tx'>, userId: string): Promise<void> {
  const person = await tx
    .selectFrom('profiles')
    .select(['full_name', 'deleted_at'])
    .where('user_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
  if (!person || person.deleted_at) throw notPartner('This partner does not exist any more.')
  const { role } = await tx.selectNoFrom(sql<Role>`app.role_of(${userId}::uuid)`.as('role')).executeTakeFirstOrThrow()
  if (role !== 'partner') throw notPartner(`${person.full_name} is an administrator, and not a partner any more.`)
}

function notPartner(message: string): Refusal {
  return new Refusal('partner_not_active', message, { fields: [{ path: 'partnerId', message }] })
}
