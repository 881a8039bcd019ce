import type * as z from 'zod/mini'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { templateForm } from '../api.ts'
import { sameTemplate } from '../domain/templates.ts'
import { addVersion } from './commands.ts'
import { writtenTemplates } from './queries.ts'

type TemplateForm = z.output<typeof templateForm>

/**
 * Makes these the templates, by kind and name: a text that differs becomes a new version, and others are archived. It records
 * nothing: the import of a programme does.
 */
export async function replaceTemplates(context: TransactionContext, templates: readonly TemplateForm[]): Promise<void> {
  const { tx, now } = context
  const known = await writtenTemplates(tx)
  for (const form of templates) {
    const { kind, name, language = 'fr', toReview = false } = form
    const old = known.find((template) => template.kind === kind && template.name === name)
    const values = { name, names: JSON.stringify(form.names ?? {}), language }
    if (!old) {
      const id = newId()
      const added = { id, kind, ...values, archived_at: null, created_at: now, to_review: toReview }
      await tx.insertInto('contract_templates').values(added).execute()
      await addVersion(context, id, 1, form)
      continue
    }
    await tx.updateTable('contract_templates').set(values).where('id', '=', old.id).execute()
    if (!sameTemplate(old, form)) await addVersion(context, old.id, old.version + 1, form)
  }
  for (const { id } of known.filter((old) => !templates.some(({ kind, name }) => kind === old.kind && name === old.name))) {
    await tx.updateTable('contract_templates').set({ archived_at: now }).where('id', '=', id).execute()
  }
}
