import type { TransactionContext } from '#platform/server/transaction.ts'

/** Makes somebody a partner of one person: the company has their id, and they own it. A partner of before stays one. */
export async function beginPartner({ tx, now }: Pick<TransactionContext, 'tx' | 'now'>, userId: string): Promise<void> {
  const added = await tx
    .insertInto('partners')
    .values({ id: userId, main_person_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!added.numInsertedOrUpdatedRows) return
  await tx.insertInto('partner_members').values({ partner_id: userId, person_id: userId, role: 'owner', since: now }).execute()
}
