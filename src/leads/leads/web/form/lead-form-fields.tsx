import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { type LeadField, leadFieldNames } from '../../domain/lead-fields.ts'
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
  if (field !== 'email' && field !== 'company') return input
  return (
    <Stack gap="xs">
      {input}
      <DuplicateNote field={field} duplicate={duplicate} />
    </Stack>
  )
}

/** The fields as the form places them where there is room. */
export function WideFields(props: LeadFormFieldsProps) {
  const inputs = (place: 'half' | 'full' | 'last') =>
    leadFieldNames
      .filter((field) => props.settings.places[field] === place)
      .map((field) => <FieldOf key={field} field={field} {...props} />)
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
  const offered = (field: LeadField) => settings.places[field] !== 'absent'
  const folded = phoneFolded.filter(offered)
  // What was filled in from a vCard, or is wrong, is not hidden.
  const isShown = isOpen || folded.some((field) => form.values[field] !== '' || form.faults[field])
  return (
    <>
      {phoneOrder.filter(offered).map((field) => (
        <FieldOf key={field} field={field} {...props} />
      ))}
      {isShown ? (
        folded.map((field) => <FieldOf key={field} field={field} {...props} />)
      ) : (
        <Button variant="subtle" size="compact-sm" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
          {settings.places.website === 'absent' ? m.moreFields() : m.websiteAndNotes()}
        </Button>
      )}
    </>
  )
}
