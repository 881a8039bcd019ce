import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { type FieldKind, isBuiltIn } from '#leads/fields/domain/fields.ts'
import { inputName } from '#leads/fields/web/custom-values.ts'
import { FieldInput } from '#leads/fields/web/field-input.tsx'
import { valueField } from '#leads/fields/web/value-field.ts'
import type { ReadableField } from '#leads/lead-settings/api.ts'
import { type LeadField, leadFieldNames } from '#leads/leads/domain/lead-fields.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { m } from '../../messages/messages.ts'
import { DuplicateNote, type useKnownContact } from './duplicate-note.tsx'
import { LeadFieldInput } from './lead-field-input.tsx'
import type { LeadForm } from './lead-form.ts'
import { type LeadFormSettings, phoneFolded, phoneOrder } from './lead-form-settings.ts'

interface LeadFormFieldsProps {
  readonly form: LeadForm
  readonly settings: LeadFormSettings
  readonly duplicate: ReturnType<typeof useKnownContact>
}

/** A field, with what is known of the contact below the one that says so. */
function FieldOf({ field, form, settings, duplicate }: LeadFormFieldsProps & { field: LeadField }) {
  const input = <LeadFieldInput field={field} form={form} settings={settings} />
  if (field !== 'email' && field !== 'company' && field !== 'phone') return input
  return (
    <Stack gap="xs">
      {input}
      <DuplicateNote field={field} duplicate={duplicate} />
    </Stack>
  )
}

function CustomFieldInput({ field, form }: { readonly field: ReadableField; readonly form: LeadForm }) {
  const name = inputName(field.key)
  return (
    <FieldInput
      field={{ ...valueField(field), help: field.help, required: field.required && field.requiredFrom === null }}
      label={field.name}
      name={name}
      value={form.values[name] ?? ''}
      error={form.errors[name]}
      onChange={(value) => form.set(name, value)}
      onBlur={() => form.validate(name)}
    />
  )
}

/** The kinds that share no row. */
const wideKinds: readonly FieldKind[] = ['long_text', 'choices']

/** The fields in the order of the portal's list, each once; those that every lead has alone before the list is read. */
function inOrder({ form, settings }: LeadFormFieldsProps): readonly (LeadField | ReadableField)[] {
  const { fields, custom } = form
  if (fields.length === 0) return leadFieldNames.filter((field) => settings.places[field] !== 'absent')
  return fields.flatMap((field): readonly (LeadField | ReadableField)[] => {
    if (custom.includes(field)) return [field]
    return isBuiltIn(field.key) && form.isAsked(field.key) && settings.places[field.key] !== 'absent' ? [field.key] : []
  })
}

const keyOf = (field: LeadField | ReadableField) => (typeof field === 'string' ? field : inputName(field.key))

function inputOf(field: LeadField | ReadableField, props: LeadFormFieldsProps) {
  return typeof field === 'string' ? (
    <FieldOf key={field} field={field} {...props} />
  ) : (
    <CustomFieldInput key={keyOf(field)} field={field} form={props.form} />
  )
}

/** The fields as the form places them where there is room. */
export function WideFields(props: LeadFormFieldsProps) {
  const placeOf = (field: LeadField | ReadableField) =>
    typeof field === 'string' ? props.settings.places[field] : wideKinds.includes(field.kind) ? 'full' : 'half'
  const inputs = (place: 'half' | 'full' | 'last') =>
    inOrder(props)
      .filter((field) => placeOf(field) === place)
      .map((field) => inputOf(field, props))
  return (
    <>
      <FieldPair>{inputs('half')}</FieldPair>
      {inputs('full')}
      {inputs('last')}
    </>
  )
}

/** The fields of a new lead on a phone: what decides whether it is one comes first, what can wait is folded. */
export function PhoneFields(props: LeadFormFieldsProps) {
  const { form, settings } = props
  const [isOpen, setOpen] = useState(false)
  const fields = inOrder(props)
  const custom = fields.filter((field) => typeof field !== 'string')
  const isNeeded = ({ required, requiredFrom }: ReadableField) => required && requiredFrom === null
  const folded = [...phoneFolded.filter((field) => fields.includes(field)), ...custom.filter((field) => !isNeeded(field))]
  // What was filled in from a vCard, or is wrong, is not hidden.
  const isShown = isOpen || folded.map(keyOf).some((name) => (form.values[name] ?? '') !== '' || form.errors[name])
  return (
    <>
      {phoneOrder.filter((field) => fields.includes(field)).map((field) => inputOf(field, props))}
      {custom.filter(isNeeded).map((field) => inputOf(field, props))}
      {isShown
        ? folded.map((field) => inputOf(field, props))
        : folded.length > 0 && (
            <Button variant="subtle" size="compact-sm" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
              {settings.places.website === 'absent' || folded.length > 2 ? m.moreFields() : m.websiteAndNotes()}
            </Button>
          )}
    </>
  )
}
