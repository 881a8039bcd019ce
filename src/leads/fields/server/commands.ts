import { sql } from 'kysely'
import { readStages } from '#leads/stages/server/queries.ts'
import { type Audience, everyone, staff } from '#platform/domain/audience.ts'
import { keyFor, refuseReservedKey } from '#platform/domain/keys.ts'
import { fieldRefusal, Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { FieldForm } from '../api/fields.ts'
import {
  type FieldDraft,
  fieldErrors,
  fieldMessages,
  hidingError,
  maxCustomFields,
  sameField,
  sameOptions,
} from '../domain/field-draft.ts'
import { isBuiltIn } from '../domain/fields.ts'
import { m } from '../messages/messages.ts'
import { planConversion, writeValues } from './convert-values.ts'
import { draftOf } from './present.ts'
import { type FieldRow, lockFields, nextPlace } from './queries.ts'

export const toColumns = (draft: FieldDraft) => ({
  kind: draft.kind,
  name: draft.name,
  names: JSON.stringify(draft.names),
  help: draft.help,
  helps: JSON.stringify(draft.helps),
  options: JSON.stringify(draft.options),
  required: draft.required,
  required_from: draft.requiredFrom,
  partner_access: draft.partner,
  staff_edits: draft.staffEdits,
  on_introductions: draft.onIntroductions,
  searchable: draft.searchable,
  on_card: draft.onCard,
  in_list: draft.inList,
})

const changedMeanwhile = () => new Refusal('fields_changed_meanwhile', m.fieldsChangedMeanwhile())

/** What partners know nothing of, they learn nothing of. */
const audienceOf = (...drafts: readonly Pick<FieldDraft, 'partner'>[]): Audience =>
  drafts.some(({ partner }) => partner !== 'none') ? everyone : staff

const others = (fields: readonly FieldRow[]) =>
  fields.map((row) => ({ ...draftOf(row), key: row.key, isOpen: row.archived_at === null }))

/** Every change of a field locks the whole list first, in its order. */
async function lockField({ tx }: TransactionContext, key: string): Promise<{ row: FieldRow; fields: FieldRow[] }> {
  const fields = await lockFields(tx)
  const row = fields.find((each) => each.key === key)
  if (!row) throw new Refusal('not_found', m.noSuchField())
  return { row, fields }
}

async function refuseErrors({ tx }: TransactionContext, key: string, draft: FieldDraft, fields: readonly FieldRow[]) {
  const [error] = fieldErrors(key, draft, others(fields))
  if (error) throw fieldRefusal(error.path, error.message)
  const { requiredFrom } = draft
  if (requiredFrom === null) return
  const stages = await readStages(tx)
  const isOnBoard = stages.some((stage) => stage.key === requiredFrom && stage.archived_at === null)
  if (!isOnBoard) throw fieldRefusal('requiredFrom', m.stageNotOnBoard())
}

/** Adds a custom field at the end of the list. */
export async function addField(context: TransactionContext, { key, ...draft }: FieldDraft & { key: string }): Promise<void> {
  const { tx, now } = context
  refuseReservedKey(key)
  const fields = await lockFields(tx)
  if (isBuiltIn(key) || fields.some((each) => each.key === key)) throw fieldRefusal('key', fieldMessages.keyTwice)
  const custom = fields.filter((each) => !isBuiltIn(each.key))
  if (custom.length >= maxCustomFields) throw fieldRefusal('key', m.tooManyFields({ max: maxCustomFields }))
  await refuseErrors(context, key, draft, fields)
  const values = { key, ...toColumns(draft), place: await nextPlace(tx), changed_at: now }
  await tx.insertInto('lead_fields').values(values).execute()
  await context.recordEvent({ name: 'field.added', subjectId: null, audience: audienceOf(draft), after: { key, ...draft } })
}

/**
 * Changes a field. Refuses `fields_changed_meanwhile` if it differs from `expected`, and `field_values_unfit` if it has values
 * that do not fit and nothing is said of them.
 */
export async function changeField(
  context: TransactionContext,
  key: string,
  { expected, unfit, ...draft }: FieldForm,
): Promise<void> {
  if (touchesValues(expected, draft)) await holdValues(context)
  const { row, fields } = await lockField(context, key)
  const before = draftOf(row)
  if (!sameField(before, expected)) throw changedMeanwhile()
  if (isBuiltIn(key) && draft.kind !== row.kind) throw fieldRefusal('kind', m.builtInFixed())
  await refuseErrors(context, key, draft, fields)
  if (sameField(before, draft)) return
  await applyDraft(context, row, draft, { fields, unfit })
  await context.recordEvent({
    name: 'field.changed',
    subjectId: null,
    audience: audienceOf(before, draft),
    before: { key, ...before },
    after: { key, ...draft },
  })
}

/** Makes a field what a draft says, with its values: converted where they stand, and then put where they belong. */
export async function applyDraft(
  context: TransactionContext,
  row: FieldRow,
  draft: FieldDraft,
  conversion: Conversion,
): Promise<void> {
  const before = draftOf(row)
  const twin = await convert(context, row, { ...draft, partner: before.partner }, conversion)
  await setDraft(context, row.key, draft)
  if ((before.partner === 'none') !== (draft.partner === 'none')) await moveValues(context, [row.key, ...twin], draft)
  else if (before.searchable !== draft.searchable) await sql`select app.search_field_values(${row.key})`.execute(context.tx)
}

/** Nobody writes a value until the transaction ends. Before the list, as who writes a lead holds the lead before a field. */
export async function holdValues({ tx }: TransactionContext): Promise<void> {
  await sql`select app.hold_field_values()`.execute(tx)
}

/** Whether values may have to be written anew. */
const touchesValues = (before: FieldDraft, after: FieldDraft) =>
  before.kind !== after.kind ||
  !sameOptions(before.options, after.options) ||
  before.searchable !== after.searchable ||
  (before.partner === 'none') !== (after.partner === 'none')

function setDraft({ tx, now }: TransactionContext, key: string, draft: FieldDraft) {
  return tx
    .updateTable('lead_fields')
    .set({ ...toColumns(draft), changed_at: now })
    .where('key', '=', key)
    .execute()
}

/** The values of a field, and of the one that keeps what did not fit it, stand where partners read them, or where they do not. */
async function moveValues(context: TransactionContext, keys: readonly string[], { partner }: FieldDraft): Promise<void> {
  const { tx } = context
  for (const key of keys) {
    await tx.updateTable('lead_fields').set({ partner_access: partner }).where('key', '=', key).execute()
    await sql`select app.move_field_values(${key})`.execute(tx)
  }
}

interface Conversion {
  readonly fields: readonly FieldRow[]
  readonly unfit: 'keep' | undefined
}

/** Writes the values that a changed field has. Returns the key of the archived field that keeps those that do not fit, if any. */
async function convert(
  context: TransactionContext,
  row: FieldRow,
  draft: FieldDraft,
  { fields, unfit }: Conversion,
): Promise<readonly string[]> {
  const { tx } = context
  if (row.kind === draft.kind && sameOptions(row.options, draft.options)) return []
  const plan = await planConversion(tx, asValueField(row), { key: row.key, kind: draft.kind, options: draft.options })
  refuseUnless(plan.unfit.length === 0 || unfit === 'keep', 'field_values_unfit', m.valuesUnfit({ count: plan.unfit.length }))
  const twin = plan.unfit.length === 0 ? [] : [await addTwin(context, row, fields)]
  for (const key of twin) await writeValues(tx, key, plan.unfit)
  await writeValues(
    tx,
    row.key,
    plan.unfit.map(({ id }) => ({ id, value: null })),
  )
  await setDraft(context, row.key, draft)
  await writeValues(tx, row.key, plan.converted)
  return twin
}

export const asValueField = (row: FieldRow) => ({
  key: row.key,
  kind: row.kind,
  options: row.options,
  isHidden: row.partner_access === 'none',
})

/** An archived field of the same label that keeps values as text. */
async function addTwin(context: TransactionContext, row: FieldRow, fields: readonly FieldRow[]): Promise<string> {
  const { tx, now } = context
  const key = keyFor(
    `${row.key}_text`,
    fields.map((each) => each.key),
  )
  const draft: FieldDraft = {
    kind: 'long_text',
    name: row.name,
    names: row.names,
    help: '',
    helps: {},
    options: [],
    required: false,
    requiredFrom: null,
    partner: row.partner_access,
    staffEdits: true,
    onIntroductions: false,
    searchable: false,
    onCard: false,
    inList: false,
  }
  const place = await nextPlace(tx)
  await tx
    .insertInto('lead_fields')
    .values({ key, ...toColumns(draft), place, changed_at: now })
    .execute()
  await setArchived(context, key, now)
  await context.recordEvent({ name: 'field.added', subjectId: null, audience: audienceOf(draft), after: { key, ...draft } })
  await context.recordEvent({ name: 'field.put_away', subjectId: null, audience: audienceOf(draft), after: { key } })
  return key
}

/** Puts all fields into another order. */
export async function orderFields(
  context: TransactionContext,
  { keys, expected }: { readonly keys: readonly string[]; readonly expected: readonly string[] },
): Promise<void> {
  const fields = await lockFields(context.tx)
  const before = fields.map(({ key }) => key)
  const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()
  if (!isSame(before, expected) || !isSame(keys.toSorted(), before.toSorted())) throw changedMeanwhile()
  if (isSame(before, keys)) return
  for (const [index, key] of keys.entries()) {
    context.post(
      context.tx
        .updateTable('lead_fields')
        .set({ place: index + 1 })
        .where('key', '=', key),
    )
  }
  // The order names fields that partners know nothing of: their pages read it anew when they are opened.
  const audience = fields.some(({ partner_access }) => partner_access === 'none') ? staff : everyone
  await context.recordEvent({ name: 'fields.reordered', subjectId: null, audience, before: { keys: before }, after: { keys } })
}

/** Archives a field, or hides a built-in one; nothing if it is already. */
export async function archiveField(context: TransactionContext, key: string): Promise<void> {
  const { row, fields } = await lockField(context, key)
  if (row.archived_at) return
  const others = fields.map((each) => ({ key: each.key, isOpen: each.archived_at === null }))
  const error = hidingError(key, others)
  if (error !== null) throw fieldRefusal('key', error)
  await setArchived(context, key, context.now)
  await context.recordEvent({ name: 'field.put_away', subjectId: null, audience: audienceOf(draftOf(row)), after: { key } })
}

export async function bringBackField(context: TransactionContext, key: string): Promise<void> {
  const { row, fields } = await lockField(context, key)
  if (!row.archived_at) return
  await refuseErrors(context, key, draftOf(row), fields)
  await setArchived(context, key, null)
  await context.recordEvent({ name: 'field.brought_back', subjectId: null, audience: audienceOf(draftOf(row)), after: { key } })
}

function setArchived({ tx, now }: TransactionContext, key: string, at: Date | null) {
  return tx.updateTable('lead_fields').set({ archived_at: at, changed_at: now }).where('key', '=', key).execute()
}

/** Deletes a field that no lead has ever had a value of. Refuses `field_in_use`. */
export async function deleteField(context: TransactionContext, key: string): Promise<void> {
  const { row } = await lockField(context, key)
  refuseUnless(!isBuiltIn(key) && row.used_at === null, 'field_in_use', m.fieldInUse())
  // The first lead may have got a value meanwhile: then the policy leaves the field.
  const { numDeletedRows } = await context.tx.deleteFrom('lead_fields').where('key', '=', key).executeTakeFirstOrThrow()
  refuseUnless(numDeletedRows > 0n, 'field_in_use', m.fieldInUse())
  const draft = draftOf(row)
  await context.recordEvent({ name: 'field.deleted', subjectId: null, audience: audienceOf(draft), before: { key, ...draft } })
}
