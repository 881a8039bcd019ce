import type { TransactionContext } from '#platform/server/transaction.ts'
import type { StageDraft } from '../domain/stage-draft.ts'
import { toColumns } from './commands.ts'
import { lockStages } from './queries.ts'

/**
 * Makes these the stages of the board, in their order; others, in which no lead may be, are merged into the first one. It
 * records nothing: the import of a programme does.
 */
export async function replaceStages(
  { tx, now }: TransactionContext,
  stages: readonly (StageDraft & { readonly key: string })[],
): Promise<void> {
  const known = await lockStages(tx)
  for (const [index, { key, ...draft }] of stages.entries()) {
    const values = { ...toColumns(draft), place: index + 1, changed_at: now }
    if (known.some((stage) => stage.key === key)) {
      const back = { archived_at: null, merged_into: null }
      await tx
        .updateTable('lead_stages')
        .set({ ...values, ...back })
        .where('key', '=', key)
        .execute()
    } else
      await tx
        .insertInto('lead_stages')
        .values({ key, ...values })
        .execute()
  }
  const others = known.filter(({ key }) => !stages.some((stage) => stage.key === key))
  for (const [index, { key, archived_at, merged_into }] of others.entries()) {
    const away = archived_at
      ? { archived_at, merged_into }
      : { archived_at: now, merged_into: stages[0]?.key ?? null, changed_at: now }
    await tx
      .updateTable('lead_stages')
      .set({ ...away, place: stages.length + index + 1 })
      .where('key', '=', key)
      .execute()
  }
}
