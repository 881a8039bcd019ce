import * as z from 'zod/mini'
import { stageKey } from '#leads/stages/api/stages.ts'
import { event } from '#platform/api/events.ts'
import { linesForm, namesAnswer, namesForm } from '#platform/api/names.ts'
import { route } from '#platform/api/route.ts'
import { anyText, chosenKey, count, id, lines, text, time } from '#platform/api/shapes.ts'
import { keyPattern, keyUnfit } from '#platform/domain/keys.ts'
import {
  type FieldDraft,
  fieldErrors,
  fieldHelpMax,
  fieldMessages,
  fieldNameMax,
  maxOptions,
  optionNameMax,
} from '../domain/field-draft.ts'
import { customFieldKinds, fieldKinds, isBuiltIn, partnerAccesses } from '../domain/fields.ts'

/** The key of any field: a built-in one has the name that a lead's answer has for it. */
export const fieldKey = anyText().check(z.refine((key) => isBuiltIn(key) || keyPattern.test(key), { error: keyUnfit }))
const fieldParams = z.strictObject({ key: fieldKey })

const option = z.strictObject({
  key: anyText().check(z.regex(keyPattern, { error: () => fieldMessages.optionKey })),
  name: text(1, optionNameMax, () => fieldMessages.optionName),
  names: namesForm(optionNameMax),
})

const draftFields = {
  kind: z.enum(fieldKinds),
  name: text(0, fieldNameMax, ''),
  names: namesForm(fieldNameMax),
  help: lines(0, fieldHelpMax, ''),
  helps: linesForm(fieldHelpMax),
  options: z.array(option).check(z.maxLength(maxOptions)),
  required: z.boolean(),
  requiredFrom: z.nullable(stageKey),
  partner: z.enum(partnerAccesses),
  staffEdits: z.boolean(),
  onIntroductions: z.boolean(),
  searchable: z.boolean(),
  onCard: z.boolean(),
  inList: z.boolean(),
}

const storedDraft = z.object({
  ...draftFields,
  name: z.string(),
  names: namesAnswer,
  help: z.string(),
  helps: namesAnswer,
  options: z.array(z.object({ key: z.string(), name: z.string(), names: namesAnswer })),
  requiredFrom: z.nullable(z.string()),
})

/** What is wrong with a new field whatever the others are. */
const coherent = z.check<FieldDraft & { readonly key: string }>(({ value, issues }) => {
  // A key of a built-in field is refused as one that is taken.
  for (const { path, message } of isBuiltIn(value.key) ? [] : fieldErrors(value.key, value, [])) {
    issues.push({ code: 'custom', input: value, path: path.split('.'), message })
  }
})

export const newFieldForm = z.strictObject({ ...draftFields, key: chosenKey, kind: z.enum(customFieldKinds) }).check(coherent)

export const fieldForm = z.strictObject({
  ...draftFields,
  /** `keep`: values that do not fit the changed field are kept as text in an archived field of the same label. */
  unfit: z.optional(z.literal('keep')),
  /** The field as it was before editing: saving is refused if somebody else has changed it since. */
  expected: storedDraft,
})
export type FieldForm = z.output<typeof fieldForm>

/** A field as staff edit it, with its names in every language. */
const editedField = z.extend(storedDraft, {
  key: z.string(),
  /** One that every lead has: it can be renamed, made optional and hidden. */
  isBuiltIn: z.boolean(),
  /** Archived; of a built-in field: hidden. */
  archivedAt: z.nullable(time),
  /** A lead has, or had, a value of it, so that it can no longer be deleted. */
  isUsed: z.boolean(),
  changedAt: time,
})
export type EditedField = z.infer<typeof editedField>

const fieldList = z.object({ fields: z.array(editedField) })
const keys = z.array(fieldKey).check(z.minLength(1), z.maxLength(200))

export const fieldRoutes = {
  listFields: route('GET', '/lead-fields', {
    summary:
      'The fields of a lead in their order, with their names in every language: the built-in ones and one’s own; those that ' +
      'are archived too',
    who: 'admin',
    returns: fieldList,
  }),
  addField: route('POST', '/lead-fields', {
    summary: 'Add a field of one’s own at the end of the list: leads can have it at once',
    who: 'admin',
    right: 'programme',
    body: newFieldForm,
    returns: fieldList,
    status: 201,
  }),
  changeField: route('PUT', '/lead-fields/:key', {
    summary:
      'Change a field; its values follow. Refused with `fields_changed_meanwhile` when it is no longer as `expected`, and with ' +
      '`field_values_unfit` when values do not fit and nothing is said of them',
    who: 'admin',
    right: 'programme',
    params: fieldParams,
    body: fieldForm,
    returns: fieldList,
    refusals: ['not_found', 'fields_changed_meanwhile', 'field_values_unfit'],
  }),
  previewField: route('POST', '/lead-fields/:key/preview', {
    summary: 'Which values of leads would not fit a field if it were of this kind, with these choices: nothing is written',
    who: 'admin',
    right: 'programme',
    unkeyed: 'readsOnly',
    heavy: true,
    params: fieldParams,
    body: z.strictObject({ kind: draftFields.kind, options: draftFields.options }),
    returns: z.object({
      /** Leads that have a value of the field. */
      values: count,
      unfit: count,
      /** The first of those that do not fit. */
      items: z.array(z.object({ leadId: id, name: z.string(), company: z.string(), value: z.string() })),
    }),
    refusals: ['not_found'],
  }),
  orderFields: route('POST', '/lead-fields/order', {
    summary: 'Put the fields into another order; refused with `fields_changed_meanwhile` when they are no longer as `expected`',
    who: 'admin',
    right: 'programme',
    body: z.strictObject({ keys, expected: keys }),
    returns: fieldList,
    refusals: ['fields_changed_meanwhile'],
  }),
  archiveField: route('POST', '/lead-fields/:key/archive', {
    summary: 'Archive a field: forms no longer ask for it, and leads keep their values. A built-in field is hidden',
    who: 'admin',
    right: 'programme',
    params: fieldParams,
    returns: fieldList,
    refusals: ['not_found'],
  }),
  bringBackField: route('POST', '/lead-fields/:key/bring-back', {
    summary: 'Bring a field back that was archived or hidden',
    who: 'admin',
    right: 'programme',
    params: fieldParams,
    returns: fieldList,
    refusals: ['not_found'],
  }),
  deleteField: route('DELETE', '/lead-fields/:key', {
    summary: 'Delete a field of one’s own that no lead has ever had a value of',
    who: 'admin',
    right: 'programme',
    params: fieldParams,
    refusals: ['not_found', 'field_in_use'],
  }),
}

type FieldOfEvent = FieldDraft & { readonly key: string }
interface FieldKey {
  readonly key: string
}

export const fieldEvents = {
  'field.added': event<null, FieldOfEvent>(null),
  'field.changed': event<FieldOfEvent, FieldOfEvent>(null),
  'field.put_away': event<null, FieldKey>(null),
  'field.brought_back': event<null, FieldKey>(null),
  'field.deleted': event<FieldOfEvent, null>(null),
  'fields.reordered': event<{ readonly keys: readonly string[] }, { readonly keys: readonly string[] }>(null),
}
