import { sql } from 'kysely'
import { type Audience, everyone, staff } from '#access/domain/audience.ts'
import { isBuiltIn, labelOf } from '#leads/leads/domain/lead-fields.ts'
import { readStages } from '#leads/stages/server/queries.ts'
import { keyFor } from '#platform/domain/keys.ts'
import { nameIn } from '#platform/domain/names.ts'
import { fieldRefusal, refuseUnless } from '#platform/domain/refusal.ts'
import { listChanges } from '#platform/domain/saved-list.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import { lockLists, mergedList, writePlaces } from '#platform/server/saved-list.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { FieldConversion, FieldsForm, WrittenField } from '../api/fields.ts'
import { type FieldDraft, fieldErrors, hidingError, maxCustomFields, sameField, sameOptions } from '../domain/field-draft.ts'
import { m } from '../messages/messages.ts'
import { type Conversion as ConvertedValues, planConversion, writeValues } from './convert-values.ts'
import { draftOf } from './present.ts'
import { type FieldRow, lockFields, nextPlace } from './queries.ts'

const toColumns = (draft: FieldDraft) => ({
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
  about_person: draft.aboutPerson,
})

/** What partners know nothing of, they learn nothing of. */
const audienceOf = (...drafts: readonly Pick<FieldDraft, 'partner'>[]): Audience =>
  drafts.some(({ partner }) => partner !== 'none') ? everyone : staff

const itemOf = (row: FieldRow): WrittenField => ({
  ...draftOf(row),
  options: [...row.options],
  key: row.key,
  archivedAt: row.archived_at?.toISOString() ?? null,
})
const isOpen = ({ archivedAt }: WrittenField) => archivedAt === null
const sameItem = (one: WrittenField, other: WrittenField) => sameField(one, other) && isOpen(one) === isOpen(other)
/** The fields of a field that events tell, beside its key. */
const draftIn = ({ key: _key, archivedAt: _away, ...draft }: WrittenField): FieldDraft => draft

/**
 * Saves the whole list. Refuses `fields_changed_meanwhile` where somebody else has changed the same since, `field_values_unfit`
 * if leads have values that do not fit and nothing is said of them, and `field_in_use` for one that is missing and has values.
 */
export async function saveFields(
  context: TransactionContext,
  { fields: wanted, expected: read, unfit }: FieldsForm,
): Promise<FieldConversion[]> {
  const touched = wanted.some((field) => {
    const before = read.find(({ key }) => key === field.key)
    return before && touchesValues(before, field)
  })
  const removes = read.some(({ key }) => !wanted.some((field) => field.key === key))
  await lockLists(context.tx)
  // No lead gets a value of a field that goes, or becomes another one.
  if (touched || removes) await holdValues(context)
  const rows = await lockFields(context.tx)
  const stored = rows.map(itemOf)
  const rules = { path: 'fields', same: sameItem, nameOf, code: 'fields_changed_meanwhile' } as const
  const fields = mergedList<WrittenField>({ read, wanted, stored }, rules)
  await refuseErrors(context, { stored, fields, wanted })
  const { events, converted } = await writeFields(context, rows, fields, unfit)
  await context.recordEvents(events)
  return converted
}

const nameOf = ({ key, name, names }: WrittenField) => labelOf({ key, name: nameIn({ name, names }) })

interface CheckedLists {
  readonly stored: readonly WrittenField[]
  readonly fields: readonly WrittenField[]
  readonly wanted: readonly WrittenField[]
}

/** Refuses what is wrong with the list that results, each error where it stands in the request. */
async function refuseErrors({ tx }: TransactionContext, { stored, fields, wanted }: CheckedLists): Promise<void> {
  const { added, changed } = listChanges(stored, fields, sameItem)
  const refuse = ({ key }: WrittenField, path: string, message: string): never => {
    const index = wanted.findIndex((field) => field.key === key)
    throw fieldRefusal(index < 0 ? 'fields' : `fields.${index}.${path}`, message)
  }
  const others = fields.map((field) => ({ ...field, isOpen: isOpen(field) }))
  const board = (await readStages(tx)).filter(({ archived_at }) => archived_at === null)
  for (const { before, after } of changed) {
    if (isBuiltIn(after.key) && before.kind !== after.kind) refuse(after, 'kind', m.builtInFixed())
    const hiding = isOpen(before) && !isOpen(after) ? hidingError(after.key, others) : null
    if (hiding !== null) refuse(after, 'key', hiding)
  }
  for (const field of [...added, ...changed.map(({ after }) => after)]) {
    const [error] = fieldErrors(field.key, field, others)
    if (error) refuse(field, error.path, error.message)
    const { requiredFrom } = field
    if (requiredFrom !== null && !board.some(({ key }) => key === requiredFrom))
      refuse(field, 'requiredFrom', m.stageNotOnBoard())
  }
  const [further] = added.slice(-1)
  const custom = fields.filter(({ key }) => !isBuiltIn(key))
  if (further && custom.length > maxCustomFields) refuse(further, 'key', m.tooManyFields({ max: maxCustomFields }))
}

/**
 * Makes these the fields of a lead, in their order; other custom fields are archived. It records nothing: the import of a
 * programme does.
 */
export async function replaceFields(
  context: TransactionContext,
  fields: readonly (FieldDraft & { readonly key: string; readonly hidden: boolean })[],
): Promise<void> {
  await lockLists(context.tx)
  await holdValues(context)
  const rows = await lockFields(context.tx)
  const away = context.now.toISOString()
  const others = rows.map(itemOf).filter(({ key }) => !fields.some((field) => field.key === key))
  const wanted = [
    ...fields.map(({ hidden, ...field }) => ({ ...field, options: [...field.options], archivedAt: hidden ? away : null })),
    ...others.map((field) => (isBuiltIn(field.key) ? field : { ...field, archivedAt: field.archivedAt ?? away })),
  ]
  await writeFields(context, rows, wanted, 'keep')
}

/** More are counted and not listed. */
const maxUnfitShown = 200

/** Writes what differs, under the lock of the list: the events that tell it, and what became of values. */
async function writeFields(
  context: TransactionContext,
  rows: readonly FieldRow[],
  fields: readonly WrittenField[],
  unfit: 'keep' | undefined,
): Promise<{ events: NewEvent[]; converted: FieldConversion[] }> {
  const { tx, now } = context
  const { added, changed, removed, order } = listChanges(rows.map(itemOf), fields, sameItem)
  const events: NewEvent[] = []
  const converted: FieldConversion[] = []
  const about = (...drafts: readonly FieldDraft[]) => ({ subjectId: null, audience: audienceOf(...drafts) })
  const archiving = (field: WrittenField) => {
    const after = { key: field.key }
    events.push({ name: isOpen(field) ? 'field.brought_back' : 'field.put_away', ...about(field), after })
  }
  for (const field of removed) {
    const { key } = field
    // A lead may have got a value meanwhile, and built-in fields stay: then the policy leaves it.
    const { numDeletedRows } = await tx.deleteFrom('lead_fields').where('key', '=', key).executeTakeFirstOrThrow()
    refuseUnless(numDeletedRows > 0n, 'field_in_use', m.fieldInUse({ name: nameOf(field) }))
    events.push({ name: 'field.deleted', ...about(field), before: { key, ...draftIn(field) } })
  }
  for (const field of added) {
    const { key } = field
    const values = { key, ...toColumns(field), place: await nextPlace(tx), changed_at: now }
    await tx.insertInto('lead_fields').values(values).execute()
    events.push({ name: 'field.added', ...about(field), after: { key, ...draftIn(field) } })
    if (!isOpen(field)) {
      await setArchived(context, key, now)
      archiving(field)
    }
  }
  for (const { before, after } of changed) {
    const { key } = after
    if (!sameField(before, after)) {
      const row = rows.find((each) => each.key === key) as FieldRow
      const plan = await applyDraft(context, row, after, { fields, unfit })
      if (plan) {
        const items = plan.unfit.slice(0, maxUnfitShown).map(({ id, ...item }) => ({ leadId: id, ...item }))
        converted.push({ key, values: plan.values, unfit: plan.unfit.length, items })
      }
      const changes = { before: { key, ...draftIn(before) }, after: { key, ...draftIn(after) } }
      events.push({ name: 'field.changed', ...about(before, after), ...changes })
    }
    if (isOpen(before) === isOpen(after)) continue
    await setArchived(context, key, isOpen(after) ? null : now)
    archiving(after)
  }
  // Behind them stand those that keep values which did not fit.
  const keys = fields.map(({ key }) => key)
  const kept = (await lockFields(tx)).map(({ key }) => key).filter((key) => !keys.includes(key))
  await writePlaces(tx, 'lead_fields', [...keys, ...kept])
  if (order) {
    // The order names fields that partners know nothing of: their pages read it anew when they are opened.
    const audience = fields.some(({ partner }) => partner === 'none') ? staff : everyone
    const changes = { before: { keys: order.before }, after: { keys: order.after } }
    events.push({ name: 'fields.reordered', subjectId: null, audience, ...changes })
  }
  return { events, converted }
}

/** Makes a field what a draft says, with its values: converted where they stand, then put where they belong. Returns how. */
async function applyDraft(
  context: TransactionContext,
  row: FieldRow,
  draft: FieldDraft,
  conversion: Conversion,
): Promise<ConvertedValues | null> {
  const before = draftOf(row)
  const { plan, twin } = await convert(context, row, { ...draft, partner: before.partner }, conversion)
  await setDraft(context, row.key, draft)
  if ((before.partner === 'none') !== (draft.partner === 'none')) await moveValues(context, [row.key, ...twin], draft)
  else if (before.searchable !== draft.searchable) await sql`select app.search_field_values(${row.key})`.execute(context.tx)
  return plan
}

/** Nobody writes a value until the transaction ends. Before the list, as who writes a lead holds the lead before a field. */
async function holdValues({ tx }: TransactionContext): Promise<void> {
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
  readonly fields: readonly { readonly key: string }[]
  readonly unfit: 'keep' | undefined
}

/** Writes the values that a changed field has. `twin` is the key of the archived field that keeps those that do not fit. */
async function convert(
  context: TransactionContext,
  row: FieldRow,
  draft: FieldDraft,
  { fields, unfit }: Conversion,
): Promise<{ plan: ConvertedValues | null; twin: readonly string[] }> {
  const { tx } = context
  if (row.kind === draft.kind && sameOptions(row.options, draft.options)) return { plan: null, twin: [] }
  const plan = await planConversion(tx, asValueField(row), { key: row.key, kind: draft.kind, options: draft.options })
  refuseUnless(
    plan.unfit.length === 0 || unfit === 'keep',
    'field_values_unfit',
    m.valuesUnfit({ name: nameOf({ ...draft, options: [], key: row.key, archivedAt: null }), count: plan.unfit.length }),
  )
  const twin = plan.unfit.length === 0 ? [] : [await addTwin(context, row, fields)]
  for (const key of twin) await writeValues(tx, key, plan.unfit)
  await writeValues(
    tx,
    row.key,
    plan.unfit.map(({ id }) => ({ id, value: null })),
  )
  await setDraft(context, row.key, draft)
  await writeValues(tx, row.key, plan.converted)
  return { plan, twin }
}

const asValueField = (row: FieldRow) => ({
  key: row.key,
  kind: row.kind,
  options: row.options,
  isHidden: row.partner_access === 'none',
})

/** An archived field of the same label that keeps values as text. */
async function addTwin(context: TransactionContext, row: FieldRow, fields: Conversion['fields']): Promise<string> {
  const { tx, now } = context
  const key = keyFor(
    `${row.key}_text`,
    fields.map((each) => each.key),
    'field',
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
    aboutPerson: row.about_person,
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

function setArchived({ tx, now }: TransactionContext, key: string, at: Date | null) {
  return tx.updateTable('lead_fields').set({ archived_at: at, changed_at: now }).where('key', '=', key).execute()
}
