import { resendInvitation } from '#partners/partners/server/commands.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { peopleToInvite } from './queries.ts'
import { lockImport } from './stage-commands.ts'

/** Invites those whom an import of partners has added, and who were never invited. */
export async function inviteImported(context: TransactionContext, id: string): Promise<{ invited: number }> {
  await lockImport(context, id, 'done', 'stopped')
  const people = await peopleToInvite(context.tx, id)
  for (const personId of people) await resendInvitation(context, personId)
  return { invited: people.length }
}
