import { Alert } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Lead } from '#leads/leads/api/leads.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import type { WaitingLead } from '../queue/queued-leads-store.ts'
import { useKnownContact } from './duplicate-note.tsx'
import { type LeadForm, useLeadForm } from './lead-form.ts'
import { PhoneFields, WideFields } from './lead-form-fields.tsx'
import { leadFormSettings } from './lead-form-settings.ts'

const ContactImport = lazy(() => import('./contact-import.tsx'))

interface LeadFormDialogProps {
  readonly use: keyof typeof leadFormSettings
  /** The lead to edit; null for a new one. */
  readonly lead: Lead | null
  /** A new lead that waits on the device, to be changed. */
  readonly waiting?: WaitingLead
  /** Opened for a contact that another app has shared. */
  readonly isShared?: boolean
  /** Takes the place of another dialog, at once. */
  readonly follows?: boolean
  /** The choice of the partner, which a partner's own form does without. */
  readonly partnerField?: (form: LeadForm) => ReactNode
  readonly onClose: () => void
}

/** Adds or edits a lead. */
export function LeadFormDialog(props: LeadFormDialogProps) {
  const { use, lead, waiting, isShared = false, follows = false, partnerField, onClose } = props
  const settings = leadFormSettings[use]
  const form = useLeadForm(settings, { lead, waiting: waiting ?? null }, onClose)
  const { email, company, phone } = form.values
  const duplicate = useKnownContact({ email, company, phone, edited: lead })
  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
  const Fields = isPhone && !lead ? PhoneFields : WideFields
  return (
    <FormDialog form={form} title={settings.title} action={settings.submit} size="lg" follows={follows} onClose={onClose}>
      {!lead && (
        <Suspense>
          <ContactImport form={form} isShared={isShared} />
        </Suspense>
      )}
      {partnerField?.(form)}
      <Fields form={form} settings={settings} duplicate={duplicate} />
      {form.refusal && (
        <Alert color="red" role="alert">
          {form.refusal}
        </Alert>
      )}
    </FormDialog>
  )
}
