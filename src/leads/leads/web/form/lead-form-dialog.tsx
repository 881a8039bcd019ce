import { Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { PartnerField } from '#accounts/people/web/partner-field.tsx'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import type { Lead } from '../../api/leads.ts'
import { leadFieldNames } from '../../domain/lead-fields.ts'
import { offerLabelsForAdmins } from '../../domain/leads.ts'
import { DuplicateNote, useKnownContact } from './duplicate-note.tsx'
import { LeadFieldInput } from './lead-field-input.tsx'
import { useLeadForm } from './lead-form.ts'
import { leadFormSettings } from './lead-form-settings.ts'

const ContactImport = lazy(() => import('./contact-import.tsx'))

interface LeadFormDialogProps {
  readonly use: keyof typeof leadFormSettings
  /** The lead to edit; null for a new one. */
  readonly lead: Lead | null
  /** Opened for a contact that another app has shared. */
  readonly isShared?: boolean
  /** Takes the place of another dialog, at once. */
  readonly follows?: boolean
  readonly onClose: () => void
}

/** Adds or edits a lead. Mounted only while it is open. */
export function LeadFormDialog({ use, lead, isShared = false, follows = false, onClose }: LeadFormDialogProps) {
  const isStaff = useMe().role === 'admin'
  // Staff edit in the partner's form, under their own names of the offers.
  const settings = isStaff ? { ...leadFormSettings[use], offers: offerLabelsForAdmins } : leadFormSettings[use]
  const form = useLeadForm(settings, lead, onClose)
  const { email, company } = form.values
  const duplicate = useKnownContact({ email, company, edited: lead, alreadyFollowed: settings.alreadyFollowed })
  const inputs = (place: 'half' | 'full' | 'last') =>
    leadFieldNames
      .filter((field) => settings.places[field] === place)
      .map((field) => {
        const input = <LeadFieldInput key={field} field={field} form={form} settings={settings} />
        if (field !== 'email' && field !== 'company') return input
        return (
          <Stack key={field} gap="xs">
            {input}
            <DuplicateNote field={field} duplicate={duplicate} />
          </Stack>
        )
      })
  return (
    <FormDialog
      form={form}
      title={settings.title}
      action={settings.submit}
      cancel={settings.cancel}
      lang={settings.language}
      size="lg"
      follows={follows}
      onClose={onClose}
    >
      {!lead && (
        <Suspense>
          <ContactImport form={form} language={settings.language} isShared={isShared} />
        </Suspense>
      )}
      {settings.asksPartner && (
        <PartnerField
          name="partnerId"
          value={form.values.partnerId}
          error={form.faults.partnerId}
          onChange={(value) => form.set('partnerId', value)}
        />
      )}
      <FieldPair>{inputs('half')}</FieldPair>
      {inputs('full')}
      {inputs('last')}
    </FormDialog>
  )
}
