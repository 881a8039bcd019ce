import type { Actor } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import { afterChanges, isEmpty, realChanges, valuesBefore } from '#leads/fields/domain/field-changes.ts'
import type { FieldChanges, FieldValues } from '#leads/fields/domain/fields.ts'
import {
  customFields,
  missingErrors,
  missingFields,
  placeChanges,
  refuseErrors,
  sideOf,
  unreachableErrors,
} from '#leads/fields/server/field-guards.ts'
import { type FieldRow, readFields, readStaffFields } from '#leads/fields/server/queries.ts'
import { writeStaffFields } from '#leads/fields/server/value-commands.ts'
import { onBoard, readStages } from '#leads/stages/server/queries.ts'
import { ownValue } from '#platform/domain/keys.ts'
import { fieldRefusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { OpenLeadInput } from '../api/leads.ts'
import { requiredLeadFields } from '../domain/lead-fields.ts'
import type { LeadStatus } from '../domain/leads.ts'
import { m } from '../messages/messages.ts'
import { fromLeadRow } from './lead-row.ts'

/** Values of a new lead, by where they stand. */
export interface NewValues {
  readonly shown: FieldValues
  readonly hidden: FieldValues
}

/** Refuses `invalid_input` with each value that is not taken, and with each that a lead in this stage lacks. */
export function newValues(
  definitions: readonly FieldRow[],
  actor: Actor,
  { custom, ...lead }: { readonly custom: FieldChanges | undefined; readonly fields: OpenLeadInput; readonly stage: LeadStatus },
): NewValues {
  const side = sideOf(actor)
  const { shown, hidden } = placeChanges(customFields(definitions, side), custom)
  const values = { shown: afterChanges({}, shown), hidden: afterChanges({}, hidden) }
  const known: Readonly<Record<string, unknown>> = { ...lead.fields, ...values.shown, ...values.hidden }
  const lacking = missingErrors(
    missingFields(definitions, { side, stage: lead.stage, stages: [] }, (key) => ownValue(known, key)),
  )
  refuseErrors([...lacking, ...(lacking.length > 0 ? [] : unreachableErrors(definitions, lead.fields))])
  return values
}

/** What a lead has in custom fields, as far as the caller sees them. */
export async function allCustomValues({ tx, actor }: TransactionContext, { id, fields }: Pick<ChangedLead, 'id' | 'fields'>) {
  return actor.kind === 'partner' ? fields : { ...fields, ...(await readStaffFields(tx, [id])).get(id) }
}

/** What the event of a lead tells of its values: nothing where there are none. */
export const givenFields = <T extends object>(fields: T) => (isEmpty(fields) ? {} : { fields })

/** Keeps the values of a new lead that partners do not see, and tells staff alone of them. */
export async function addHiddenValues(
  context: TransactionContext,
  { id, partnerId, hidden }: { readonly id: string; readonly partnerId: string; readonly hidden: FieldValues },
): Promise<void> {
  if (isEmpty(hidden)) return
  context.post(writeStaffFields(context.tx, id, hidden))
  await recordHidden(context, { id, partnerId, before: {}, changes: hidden })
}

interface HiddenChange {
  readonly id: string
  readonly partnerId: string
  readonly before: FieldValues
  readonly changes: FieldChanges
}

const recordHidden = (context: TransactionContext, { id, partnerId, before, changes }: HiddenChange) =>
  context.recordEvent({
    name: 'lead.changed',
    subjectId: id,
    audience: staff,
    partnerId,
    before: { fields: valuesBefore(before, changes) },
    after: { fields: changes },
  })

interface ChangedLead {
  readonly id: string
  readonly partner_id: string
  readonly email: string
  readonly phone: string
  readonly status: LeadStatus
  readonly fields: FieldValues
}

/**
 * Checks the values of an edit, and writes those that partners do not see: of these they learn nothing, not even that the lead
 * has changed. Returns what changes on the lead itself.
 */
export async function changeValues(
  context: TransactionContext,
  lead: ChangedLead,
  { fields: custom, ...edited }: Partial<OpenLeadInput> & { readonly fields?: FieldChanges | undefined },
): Promise<FieldChanges> {
  const emptied = Object.entries({ ...edited, ...custom }).some(([, value]) => value === null || value === '')
  if (!custom && !emptied) return {}
  const { tx, actor } = context
  const side = sideOf(actor)
  const [definitions, stages] = await Promise.all([readFields(tx), emptied ? readStages(tx) : []])
  const { shown, hidden } = placeChanges(customFields(definitions, side), custom)
  const now: Readonly<Record<string, unknown>> = { ...edited, ...shown, ...hidden }
  const where = { side, stage: lead.status, stages: onBoard(stages).map(({ key }) => key) }
  const lacking = emptied ? missingFields(definitions, where, (key) => (Object.hasOwn(now, key) ? now[key] : true)) : []
  refuseErrors(missingErrors(lacking))
  const { email = lead.email, phone = lead.phone } = edited
  refuseErrors(unreachableErrors(definitions, { email, phone }))
  if (!isEmpty(hidden)) await changeHidden(context, lead, hidden)
  return realChanges(lead.fields, shown)
}

async function changeHidden(
  context: TransactionContext,
  lead: Pick<ChangedLead, 'id' | 'partner_id'>,
  hidden: FieldChanges,
): Promise<void> {
  const before = (await readStaffFields(context.tx, [lead.id])).get(lead.id) ?? {}
  const changes = realChanges(before, hidden)
  if (isEmpty(changes)) return
  await writeStaffFields(context.tx, lead.id, afterChanges(before, changes)).execute()
  await recordHidden(context, { id: lead.id, partnerId: lead.partner_id, before, changes })
}

/** Keeps values that partners do not see where the lead has none of them. */
export async function fillHidden(
  context: TransactionContext,
  lead: Pick<ChangedLead, 'id' | 'partner_id'>,
  hidden: FieldChanges,
): Promise<void> {
  if (isEmpty(hidden)) return
  const before = (await readStaffFields(context.tx, [lead.id])).get(lead.id) ?? {}
  const lacking = Object.fromEntries(
    Object.entries(hidden).filter(([key, value]) => value !== null && !Object.hasOwn(before, key)),
  )
  await changeHidden(context, lead, lacking)
}

interface Passage {
  readonly definitions: readonly FieldRow[]
  readonly stage: string
  readonly stages: readonly string[]
}

/**
 * Whether a stage needs any field that a lead may lack, of those that the caller fills in. What every portal asks a new lead for
 * is there, but for leads from before it was required: these are asked for it when they are edited.
 */
export function needsFields({ kind }: Pick<Actor, 'kind'>, { definitions, ...where }: Passage): boolean {
  const asked = definitions.filter(
    ({ key, required_from }) => required_from !== null || !requiredLeadFields.some((field) => field === key),
  )
  return missingFields(asked, { side: sideOf({ kind }), ...where }, () => undefined).length > 0
}

/** Refuses `stage_asks` with the first field that a lead needs in the stage that it is to enter. */
export async function checkNeeded(
  { tx, actor }: TransactionContext,
  id: string,
  { definitions, ...where }: Passage,
): Promise<void> {
  const hasHidden = actor.kind === 'admin' && definitions.some((row) => row.partner_access === 'none')
  const [lead, hidden] = await Promise.all([
    tx.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst(),
    hasHidden ? readStaffFields(tx, [id]) : new Map<string, FieldValues>(),
  ])
  if (!lead || lead.erased_at) return
  const known: Readonly<Record<string, unknown>> = { ...fromLeadRow(lead), ...lead.fields, ...hidden.get(id) }
  const missing = missingFields(definitions, { side: sideOf(actor), ...where }, (key) => ownValue(known, key))
  const [error] = missingErrors(missing)
  if (error) throw fieldRefusal(error.path, m.stageAsksField({ message: error.message }), 'stage_asks')
}
