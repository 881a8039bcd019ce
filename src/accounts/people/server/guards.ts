import { sql } from 'kysely'
import type { StoredRole } from '#access/domain/actor.ts'
import { fieldRefusal, type Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'

/**
 * Refuses with a field error at `partnerId` unless it is a partner with access or an invitation. Holds it, so that concurrent
 * deletions and role changes wait.
 */
export async function requirePartner({ tx }: Pick<TransactionContext, 'tx'>, partnerId: string): Promise<void> {
  const { rows } = await sql<Held>`select * from app.hold_partner(${partnerId}::uuid)`.execute(tx)
  const [held] = rows
  if (!held?.full_name || held.deleted_at || held.role === 'api_key') throw notPartner(m.noSuchPartner())
  if (held.role !== 'partner') throw notPartner(m.nowAdministrator({ name: held.full_name }))
}

/** The main person of a partner. */
interface Held {
  readonly full_name: string | null
  readonly deleted_at: Date | null
  readonly role: StoredRole
}

function notPartner(message: string): Refusal {
  return fieldRefusal('partnerId', message, 'partner_not_active')
}
