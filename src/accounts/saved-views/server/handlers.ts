import type * as z from 'zod/mini'
import { personOf } from '#access/server/acting.ts'
import { fieldRefusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { maxSavedViews, type SavedView, type savedViewForm, savedViewRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { savedViewData } from './personal-data.ts'

const columns = ['id', 'page', 'name', 'query'] as const

/** The caller's views: others' are not theirs to read. */
function savedViews(tx: Tx): Promise<SavedView[]> {
  return tx.selectFrom('saved_views').select(columns).orderBy('name').orderBy('id').execute()
}

const savedViewHandlers: Handlers<typeof savedViewRoutes> = {
  listSavedViews: async ({ tx }) => ({ views: await savedViews(tx) }),
  saveView: (call) => saveView(call, call.body),
  deleteSavedView: (call) => deleteView(call, call.params.id),
}

export const savedViewSlice = slice({ routes: savedViewRoutes, handlers: savedViewHandlers, personalData: savedViewData })

/**
 * Saves a view of the caller's, in place of one of the same name. No event is recorded: it is nobody else's affair, and changes
 * nothing but the address that a name stands for.
 */
async function saveView(context: TransactionContext, form: z.infer<typeof savedViewForm>): Promise<SavedView> {
  const { tx, now } = context
  const { userId } = personOf(context)
  const { count } = await tx
    .selectFrom('saved_views')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxSavedViews) throw fieldRefusal('name', m.tooManyViews({ maxSavedViews }))
  return tx
    .insertInto('saved_views')
    .values({ id: newId(), user_id: userId, ...form, saved_at: now })
    .onConflict((conflict) => conflict.constraint('saved_views_once').doUpdateSet({ query: form.query, saved_at: now }))
    .returning(['id', 'page', 'name', 'query'])
    .executeTakeFirstOrThrow()
}

/** Deletes a view of the caller's; nothing if it is gone already. */
async function deleteView({ tx }: TransactionContext, id: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('id', '=', id).execute()
}
