import type { TransactionContext } from '#platform/server/transaction.ts'
import type { FieldDraft } from '../domain/field-draft.ts'
import { isBuiltIn } from '../domain/fields.ts'
import { applyDraft, holdValues, toColumns } from './commands.ts'
import { lockFields } from './queries.ts'

/**
 * Makes these the fields of a lead, in their order; other custom fields are archived. It records nothing: the import of a
 * programme does.
 */
export async function replaceFields(
  context: TransactionContext,
  fields: readonly (FieldDraft & { readonly key: string; readonly hidden: boolean })[],
): Promise<void> {
  const { tx, now } = context
  await holdValues(context)
  const known = await lockFields(tx)
  for (const [index, { key, hidden, ...draft }] of fields.entries()) {
    const old = known.find((field) => field.key === key)
    const values = { ...toColumns(draft), place: index + 1, changed_at: now }
    if (!old)
      await tx
        .insertInto('lead_fields')
        .values({ key, ...values })
        .execute()
    else await applyDraft(context, old, draft, { fields: known, unfit: 'keep' })
    const archived_at = hidden ? (old?.archived_at ?? now) : null
    await tx
      .updateTable('lead_fields')
      .set({ ...values, archived_at })
      .where('key', '=', key)
      .execute()
  }
  // With those that keep what did not fit a field.
  const others = (await lockFields(tx)).filter(({ key }) => !fields.some((field) => field.key === key))
  for (const [index, { key, archived_at }] of others.entries()) {
    const away = isBuiltIn(key) ? archived_at : (archived_at ?? now)
    await tx
      .updateTable('lead_fields')
      .set({ archived_at: away, place: fields.length + index + 1 })
      .where('key', '=', key)
      .execute()
  }
}
