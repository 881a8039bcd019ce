import { sql } from 'kysely'
import { staff } from '#access/domain/audience.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'

/** Closes the portal for everybody, with what the operator says to those who come; said again it changes the message alone. */
export async function startMaintenance({ tx, now, recordEvent }: TransactionContext, message: string): Promise<void> {
  await tx
    .insertInto('maintenance')
    .values({ since: now, message })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ message }))
    .execute()
  await announce({ tx })
  await recordEvent({ name: 'maintenance.started', subjectId: null, audience: staff, after: { message } })
}

/** Opens the portal again. Returns since when it was closed; null: it was open. */
export async function endMaintenance({ tx, recordEvent }: TransactionContext): Promise<Date | null> {
  const ended = await tx.deleteFrom('maintenance').returning('since').executeTakeFirst()
  if (!ended) return null
  await announce({ tx })
  const after = { since: ended.since.toISOString() }
  await recordEvent({ name: 'maintenance.ended', subjectId: null, audience: staff, after })
  return ended.since
}

/** Every server of the portal reads it after the commit (http/maintenance-state.ts). */
async function announce({ tx }: Pick<TransactionContext, 'tx'>): Promise<void> {
  await sql`select pg_notify('portal_maintenance', '')`.execute(tx)
}
