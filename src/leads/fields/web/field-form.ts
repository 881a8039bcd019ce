import { useState } from 'react'
import { keyFor } from '#platform/domain/keys.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { notSent } from '#platform/web/app/forms/form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { type EditedField, type FieldConversion, fieldForm, type WrittenField, writtenField } from '../api/fields.ts'
import type { FieldDraft } from '../domain/field-draft.ts'
import { isSearchedKind } from '../domain/field-value.ts'
import { type FieldOption, isChoice } from '../domain/fields.ts'
import { m } from '../messages/messages.ts'
import { saveFields, tryFields } from './data.ts'
import { kindLabels } from './field-labels.ts'

/** A choice as typed. `id` tells it from the others; its key is empty as long as it follows from the name. */
export interface TypedOption extends FieldOption {
  readonly id: number
}

export interface TypedField extends Omit<FieldDraft, 'options'>, Record<string, unknown> {
  readonly options: readonly TypedOption[]
  /** Empty for a new field as long as it follows from the name. */
  readonly key: string
}

const blank: FieldDraft = {
  ...({ kind: 'text', name: '', names: {}, help: '', helps: {}, options: [], required: false, requiredFrom: null } as const),
  ...({
    partner: 'edits',
    staffEdits: true,
    onIntroductions: false,
    searchable: false,
    onCard: false,
    inList: false,
    aboutPerson: true,
  } as const),
}

const draftOf = (field: EditedField): FieldDraft => {
  const { key: _key, archivedAt: _away, ...draft } = writtenField(field)
  return draft
}

const typed = (draft: FieldDraft, key: string): TypedField => ({
  ...draft,
  options: draft.options.map((option, id) => ({ ...option, id })),
  key,
})

/** The options as they are saved: the key of a new one follows from its name. */
function savedOptions({ kind, options }: TypedField): FieldOption[] {
  if (!isChoice(kind)) return []
  const keys = options.map(({ key }) => key).filter(Boolean)
  return options.map(({ key, name, names }) => {
    if (key) return { key, name, names }
    const made = keyFor(name, keys, 'choice')
    keys.push(made)
    return { key: made, name, names }
  })
}

/** The draft as it is saved: without what its kind does not have. */
function savedDraft(values: TypedField): FieldDraft {
  const { key: _key, ...draft } = values
  return {
    ...(draft as FieldDraft),
    options: savedOptions(values),
    searchable: draft.searchable && isSearchedKind(draft.kind),
  }
}

/** Whether values that leads have may not fit any more: it is of another kind, or a choice is gone. */
const changesValues = (field: EditedField, { kind, options }: WrittenField): boolean =>
  field.isUsed && (field.kind !== kind || field.options.some(({ key }) => !options.some((option) => option.key === key)))

const labels = {
  kind: [m.kind(), (kind: keyof typeof kindLabels) => kindLabels[kind]],
  name: m.label(),
  names: m.label(),
  help: m.help(),
  helps: m.help(),
  options: [m.choices(), (options: FieldDraft['options']) => options.map(({ name }) => name).join(', ')],
  required: m.required(),
  requiredFrom: m.required(),
  partner: m.partners(),
  staffEdits: m.staffFillIn(),
  onIntroductions: m.onIntroductions(),
  searchable: m.searchable(),
  onCard: m.onCard(),
  inList: m.inList(),
  aboutPerson: m.aboutPerson(),
} as const

/** The form of a field, or of a new one: `others` are the fields that there are. */
export function useFieldForm(field: EditedField | null, others: readonly EditedField[], onClose: () => void) {
  const initial = typed(field ? draftOf(field) : blank, field?.key ?? '')
  const keyOf = ({ key, name }: Pick<TypedField, 'key' | 'name'>) =>
    key ||
    keyFor(
      name,
      others.map((each) => each.key),
      'field',
    )
  const [unfit, setUnfit] = useState<{ readonly values: FieldConversion; readonly input: WrittenField } | null>(null)
  const finish = () => {
    toastSuccess(m.fieldSaved(), m.everybodySeesIt())
    onClose()
  }
  const listWith = (input: WrittenField) => (field ? others.map((each) => (each === field ? input : each)) : [...others, input])
  const form = useDraftForm<typeof fieldForm, TypedField>({
    shape: fieldForm,
    initial,
    draft: field ? `field ${field.key}` : 'field',
    labels,
    toRequestBody: (values) => ({ ...savedDraft(values), key: keyOf(values), archivedAt: field?.archivedAt ?? null }),
    errorTitle: m.fieldNotSaved(),
    send: async (input) => {
      const values = field && changesValues(field, input) ? await tryFields(listWith(input), others, input.key) : null
      if (values) {
        setUnfit({ values, input })
        return notSent
      }
      await saveFields(listWith(input), others, { edited: input.key })
      return finish()
    },
    onFailure: (error) => toastFailure(m.fieldNotSaved(), error),
  })
  return {
    ...form,
    /** The key that the field has, or gets. */
    key: field?.key ?? keyOf(form.values),
    /** The values that do not fit what is to be saved; null unless that is asked about. */
    unfit: unfit?.values ?? null,
    /** Saves it, and keeps these values as text. */
    keepUnfit: async () => {
      if (!unfit) return
      await saveFields(listWith(unfit.input), others, { edited: unfit.input.key, unfit: 'keep' })
      form.handleDiscard(finish)()
    },
    dropQuestion: () => setUnfit(null),
  }
}
export type FieldForm = ReturnType<typeof useFieldForm>
