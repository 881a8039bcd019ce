import type * as z from 'zod/mini'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { sameNames } from '#platform/domain/names.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { AutomaticAmendment, templateForm, templateSaveForm, WrittenBody } from '../api.ts'
import { shippedMainContract, shippedTemplateId } from '../domain/main-contract-template.ts'
import { sameTemplate } from '../domain/templates.ts'
import { m } from '../messages/messages.ts'
import { automaticAmendment } from './queries.ts'

/** Adds a version, which is never changed afterwards. */
export async function addVersion(
  context: TransactionContext,
  templateId: string,
  version: number,
  { title, body }: { title: string; body: WrittenBody },
  createdBy: string | null = personOf(context).userId,
): Promise<void> {
  await context.tx
    .insertInto('contract_template_versions')
    .values({
      id: newId(),
      template_id: templateId,
      version,
      title,
      body: JSON.stringify(body),
      created_at: context.now,
      created_by: createdBy,
    })
    .execute()
}

/** Creates a template with version 1. */
export async function createTemplate(context: TransactionContext, form: z.output<typeof templateForm>): Promise<string> {
  const id = newId()
  const { kind, name, names = {}, language = 'fr', toReview = false } = form
  await context.tx
    .insertInto('contract_templates')
    .values({
      id,
      kind,
      name,
      names: JSON.stringify(names),
      language,
      archived_at: null,
      created_at: context.now,
      to_review: toReview,
    })
    .execute()
  await addVersion(context, id, 1, form)
  await context.recordEvent({
    name: 'template.created',
    subjectId: id,
    audience: staff,
    after: { kind },
  })
  return id
}

/** A portal that has no administrator yet gets its first template once, however many servers start. */
export async function shipMainContract(context: TransactionContext): Promise<void> {
  const { name, title, body } = shippedMainContract
  const kind = 'main'
  const { numInsertedOrUpdatedRows } = await context.tx
    .insertInto('contract_templates')
    .values({ id: shippedTemplateId, kind, name, names: '{}', archived_at: null, created_at: context.now, to_review: true })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return
  await addVersion(context, shippedTemplateId, 1, { title, body: body as WrittenBody }, null)
  await context.recordEvent({ name: 'template.created', subjectId: shippedTemplateId, audience: staff, after: { kind } })
}

/** Takes the mark from a template whose text came with the portal. */
export async function confirmReview(context: TransactionContext, id: string): Promise<void> {
  const { to_review } = await lockTemplate(context, id)
  if (!to_review) return
  await context.tx.updateTable('contract_templates').set({ to_review: false }).where('id', '=', id).execute()
  await context.recordEvent({ name: 'template.reviewed', subjectId: id, audience: staff })
}

/** Loads and locks the template. Refuses `not_found` and `template_archived`. */
async function lockTemplate({ tx }: TransactionContext, id: string) {
  const row = await tx.selectFrom('contract_templates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found', m.noSuchTemplate())
  refuseUnless(row.archived_at === null, 'template_archived', m.templateArchived())
  return row
}

/**
 * Saves a template. A changed text becomes a new version; versions are immutable. Refuses `template_changed_meanwhile` if a
 * version newer than the edited one exists and its text differs.
 */
export async function saveTemplate(
  context: TransactionContext,
  id: string,
  form: z.output<typeof templateSaveForm>,
): Promise<void> {
  const { tx } = context
  const template = await lockTemplate(context, id)
  const newest = await tx
    .selectFrom('contract_template_versions')
    .select(['version', 'title', 'body'])
    .where('template_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const changed = !sameTemplate(newest, form)
  if (changed && newest.version !== form.basedOn) {
    throw new Refusal('template_changed_meanwhile', m.savedMeanwhile({ version: newest.version }), {
      facts: { version: newest.version },
    })
  }
  const language = form.language ?? template.language
  const names = form.names ?? template.names
  const isRenamed = template.name !== form.name || !sameNames(template.names, names) || template.language !== language
  if (!changed && !isRenamed) return
  if (changed) await addVersion(context, id, newest.version + 1, form)
  if (isRenamed) {
    await tx
      .updateTable('contract_templates')
      .set({ name: form.name, names: JSON.stringify(names), language })
      .where('id', '=', id)
      .execute()
  }
  await context.recordEvent({
    name: 'template.saved',
    subjectId: id,
    audience: staff,
    before: { name: template.name, version: newest.version },
    after: { name: form.name, version: changed ? newest.version + 1 : newest.version },
  })
}

/** Archives a template. Refuses `template_in_use` while it is the automatic amendment. */
export async function archiveTemplate(context: TransactionContext, id: string): Promise<void> {
  await lockTemplate(context, id)
  const amendmentSetting = await lockAutomaticAmendment(context)
  const message = m.templateInUse()
  refuseUnless(!(amendmentSetting.on && amendmentSetting.templateId === id), 'template_in_use', message)
  await context.tx.updateTable('contract_templates').set({ archived_at: context.now }).where('id', '=', id).execute()
  if (amendmentSetting.templateId === id) {
    await context.tx.updateTable('template_settings').set({ tier_amendment_template_id: null }).execute()
  }
  await context.recordEvent({ name: 'template.archived', subjectId: id, audience: staff })
}

async function lockAutomaticAmendment({ tx }: TransactionContext): Promise<AutomaticAmendment> {
  await tx.selectFrom('template_settings').select('id').forUpdate().executeTakeFirstOrThrow()
  return automaticAmendment(tx)
}

/** Configures the automatic amendment. The template must be an amendment and not archived. */
export async function saveAutomaticAmendment(context: TransactionContext, form: AutomaticAmendment): Promise<void> {
  if (form.templateId) {
    const { kind } = await lockTemplate(context, form.templateId)
    refuseFieldUnless(kind === 'amendment', 'templateId', m.amendmentTemplateMissing())
  }
  const before = await lockAutomaticAmendment(context)
  if (before.on === form.on && before.templateId === form.templateId) return
  await context.tx
    .updateTable('template_settings')
    .set({ tier_amendments_on: form.on, tier_amendment_template_id: form.templateId })
    .execute()
  await context.recordEvent({
    name: 'automatic_amendment.changed',
    subjectId: form.templateId,
    audience: staff,
    before: { ...before },
    after: { ...form },
  })
}
