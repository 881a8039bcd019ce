import { useDraft } from '#platform/web/app/forms/draft.ts'
import { useFormOver } from '#platform/web/app/forms/form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import type { SettingField, SettingsFields } from '../domain/settings-card.ts'
import { m } from '../messages/messages.ts'
import {
  answerName,
  holderName,
  sentValue,
  shownValue,
  storedValue,
  type TypedValues,
  typedValue,
  typedValues,
  withValue,
} from './setting-values.ts'
import { type StoredValues, saveSettingsPart, shapeOf } from './sources.ts'

/** What was typed, and the values that it was typed over. */
interface Edit {
  readonly base: StoredValues
  readonly values: TypedValues
}

interface CardFormParts {
  readonly name: string
  readonly title: string
  readonly form: SettingsFields
  /** The record as it is saved now. */
  readonly latest: StoredValues
  readonly onClose: () => void
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** What has been typed into a field, as a request says it; undefined while it is as it was. */
const changedValue = (field: SettingField, { base, values }: Edit) => {
  const typed = values[field.name] ?? ''
  return typed === typedValue(field, base) ? undefined : sentValue(field, typed)
}

/** The values of the fields, on top of a record. */
const part = (fields: readonly SettingField[], stored: StoredValues, on: StoredValues = {}): StoredValues =>
  fields.reduce((record, field) => withValue(record, answerName(field), storedValue(field, stored)), on)

/** What holds the values of fields, whole. */
const holders = (fields: readonly SettingField[], stored: StoredValues): StoredValues =>
  Object.fromEntries(fields.map((field) => [holderName(field), stored[holderName(field)]]))

/** The edit on top of what others saved: their values in these fields. */
function onTop(edit: Edit, fields: readonly SettingField[], latest: StoredValues): Edit {
  return {
    base: part(fields, latest, edit.base),
    values: { ...edit.values, ...typedValues(fields, latest) },
  }
}

/**
 * The form of a card. It sends only the values that were changed, with those that they replace: what others saved meanwhile is
 * taken over where nothing was typed, and asked about where something was.
 */
export function useCardForm({ name, title, form: { source, fields }, latest, onClose }: CardFormParts) {
  // A draft of numbers of accounts is not kept in the browser.
  const isSecret = fields.some(({ kind }) => kind === 'iban' || kind === 'ibans')
  const first = { base: part(fields, latest), values: typedValues(fields, latest) }
  const draft = useDraft<{ edit: Edit }>(isSecret ? null : `settings ${name}`, { edit: first })
  const { edit } = draft.values
  const setEdit = (next: (before: Edit) => Edit) => draft.set((before) => ({ edit: next(before.edit) }))
  const changed = fields.filter((field) => changedValue(field, edit) !== undefined)
  const remoteChanges = fields.filter((field) => !same(storedValue(field, edit.base), storedValue(field, latest)))
  const conflicts = remoteChanges.filter((field) => changed.includes(field))
  const untouched = remoteChanges.filter((field) => !changed.includes(field))
  if (untouched.length > 0) setEdit((before) => onTop(before, untouched, latest))
  const form = useFormOver(
    {
      shape: shapeOf(source),
      initial: edit.values,
      toRequestBody: (values) => {
        const typed = fields.flatMap((field) => {
          const value = changedValue(field, { base: edit.base, values })
          return value === undefined ? [] : [{ field, value }]
        })
        // A text in one language is sent with those in the others.
        const others = holders(
          typed.map(({ field }) => field).filter(({ name }) => name.includes('.')),
          edit.base,
        )
        const body = typed.reduce((record, { field, value }) => withValue(record, field.name, value), others)
        return { ...body, expected: holders(changed, edit.base) }
      },
      errorTitle: m.validationError(),
      send: async (input) => {
        await saveSettingsPart(source, input)
        toastSuccess(m.settingsSaved(), title)
        onClose()
      },
      onFailure: (error) => {
        toastFailure(m.error(), error)
      },
    },
    {
      values: edit.values,
      set: (next) => setEdit((before) => ({ ...before, values: next(before.values) })),
      dirty: changed.length > 0,
      markPristine: draft.markPristine,
      reset: draft.reset,
    },
  )
  const said = (field: SettingField) => ({ label: field.label, value: shownValue(field, latest) })
  const keepLocal = () => setEdit(({ base, values }) => ({ base: part(conflicts, latest, base), values }))
  const takeRemote = () => setEdit((before) => onTop(before, conflicts, latest))
  return {
    ...form,
    changed,
    conflict: conflicts.length > 0 ? { fields: conflicts.map(said), keepLocal, takeRemote } : null,
  }
}
export type CardForm = ReturnType<typeof useCardForm>
