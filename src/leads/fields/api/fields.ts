import * as z from 'zod/mini'
import { isBuiltIn } from '#leads/leads/domain/lead-fields.ts'
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
  maxFields,
  maxOptions,
  optionNameMax,
} from '../domain/field-draft.ts'
import { customFieldKinds, fieldKinds, partnerAccesses } from '../domain/fields.ts'

/** The key of any field: a built-in one has the name that a lead's answer has for it. */
export const fieldKey = anyText().check(z.refine((key) => isBuiltIn(key) || keyPattern.test(key), { error: keyUnfit }))

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
  aboutPerson: z.boolean(),
}

/** What staff say of a field. */
export const fieldDraft = z.strictObject(draftFields)

const storedDraft = z.object({
  ...draftFields,
  name: z.string(),
  names: namesAnswer,
  help: z.string(),
  helps: namesAnswer,
  options: z.array(z.object({ key: z.string(), name: z.string(), names: namesAnswer })),
  requiredFrom: z.nullable(z.string()),
})

/** What is wrong with a custom field whatever the others are. */
const coherent = z.check<FieldDraft & { readonly key: string }>(({ value, issues }) => {
  for (const { path, message } of isBuiltIn(value.key) ? [] : fieldErrors(value.key, value, [])) {
    issues.push({ code: 'custom', input: value, path: path.split('.'), message })
  }
})

/** A custom field of a programme's file. */
export const newFieldForm = z.strictObject({ ...draftFields, key: chosenKey, kind: z.enum(customFieldKinds) }).check(coherent)

const state = {
  key: fieldKey,
  /** When it was archived; of a built-in field: hidden. What is sent for a new one counts as now. */
  archivedAt: z.nullable(time),
}

/** A field of a list that is saved. */
export const fieldForm = z.strictObject({ ...draftFields, ...state }).check(coherent)
export type WrittenField = z.output<typeof fieldForm>

/** A field as staff edit it, with its names in every language. */
const editedField = z.extend(storedDraft, {
  ...state,
  /** One that every lead has: it can be renamed, made optional and hidden. */
  isBuiltIn: z.boolean(),
  /** A lead has, or had, a value of it, so that it can no longer be deleted. */
  isUsed: z.boolean(),
  changedAt: time,
})
export type EditedField = z.infer<typeof editedField>

/** A field that was read as it is saved. */
export const writtenField = ({
  isBuiltIn: _builtIn,
  isUsed: _used,
  changedAt: _at,
  ...field
}: WrittenField & Partial<EditedField>): WrittenField => field

const conversion = z.object({
  key: z.string(),
  /** Leads that have a value of the field. */
  values: count,
  /** Values that do not fit it. */
  unfit: count,
  /** The first of those. */
  items: z.array(z.object({ leadId: id, name: z.string(), company: z.string(), value: z.string() })),
})
export type FieldConversion = z.infer<typeof conversion>

const fieldsForm = z.strictObject({
  fields: z.array(fieldForm).check(z.maxLength(maxFields)),
  /** The list as it was read: what somebody else has changed since stays, unless it is changed here, too. */
  expected: z.array(z.extend(storedDraft, state)),
  /** `keep`: values that do not fit a changed field are kept as text in an archived field of the same label. */
  unfit: z.optional(z.literal('keep')),
  dryRun: z.optional(z.boolean()),
})
export type FieldsForm = z.output<typeof fieldsForm>

export const fieldRoutes = {
  listFields: route('GET', '/lead-fields', {
    summary:
      'The fields of a lead in their order, with their names in every language: the built-in ones and custom ones; those ' +
      'that are archived too',
    who: 'admin',
    returns: z.object({ fields: z.array(editedField) }),
  }),
  saveFields: route('PUT', '/lead-fields', {
    summary:
      'Save the whole list of fields: its order, what they are, and which are archived (a built-in one: hidden). Values of ' +
      'leads follow a field that becomes another one; where some do not fit and nothing is said of them, it is refused with ' +
      '`field_values_unfit`. A custom field that no lead ever had a value of is deleted when it is no longer in the list. ' +
      'What others have changed since `expected` stays; where they have changed the same field, or the order, it is refused ' +
      'with `fields_changed_meanwhile`. With `dryRun` nothing is saved, and the answer tells which values would not fit',
    who: 'admin',
    right: 'programme',
    body: fieldsForm,
    returns: z.object({
      fields: z.array(editedField),
      /** What becomes of the values of fields that have become others. */
      converted: z.array(conversion),
    }),
    refusals: ['fields_changed_meanwhile', 'field_values_unfit', 'field_in_use'],
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
