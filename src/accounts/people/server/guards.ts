import { sql } from 'kysely'
import type { StoredRole } from '#platform/domain/actor.ts'
import { fieldRefusal, type Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'

/**
 * Refuses with a field error at `partnerId` unless the person is a partner with access or an invitation. Locks the row, so that
 * concurrent deletions and role changes wait. The role is read in a second statement, because a statement that waited for the
 * lock still sees the old role.
 */
export async function requirePartner({ tx }: Pick<TransactionContext, 'tx'>, userId: string): Promise<void> {
  const [person, { role }] = await Promise.all([
    tx.selectFrom('profiles').select(['full_name', 'deleted_at']).where('user_id', '=', userId).forKeyShare().executeTakeFirst(),
    tx.selectNoFrom(sql<StoredRole>`app.role_of(${userId}::uuid)`.as('role')).executeTakeFirstOrThrow(),
  ])
  if (!person || person.deleted_at || role === 'api_key') throw notPartner(m.noSuchPartner())
  if (role !== 'partner') throw notPartner(m.nowAdministrator({ name: person.full_name }))
}

function notPartner(message: string): Refusal {
  return fieldRefusal('partnerId', message, 'partner_not_active')
}
