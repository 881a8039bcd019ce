import type { FormEvent } from 'react'
import { eurosInputText } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { toastFault, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import type { Lead, LeadInput } from '../../api/leads.ts'
import { type LeadField, leadFields, mapLeadFields, requiredLeadFields } from '../../domain/lead-fields.ts'
import { parseLeadField } from '../../domain/lead-input.ts'
import { addLead, editLead } from '../data.ts'
import type { LeadFormSettings } from './lead-form-settings.ts'

type LeadFormValues = Record<LeadField, string> & { readonly partnerId: string | null }

/** The texts of the form's inputs; empty without a lead. */
export function toFormValues(lead: LeadInput | null): LeadFormValues {
  const text = (field: LeadField, value: string | number) =>
    leadFields[field].kind === 'money' ? eurosInputText(Number(value)) : String(value)
  return { partnerId: null, ...mapLeadFields((field) => (lead ? text(field, lead[field]) : '')) }
}

/** The request body, not validated yet. */
export function toRequest({ partnerId, ...values }: LeadFormValues, settings: Pick<LeadFormSettings, 'asksPartner'>) {
  const fields = mapLeadFields((field) => parseLeadField(field, values[field]))
  return settings.asksPartner ? { partnerId, ...fields } : fields
}

/** State and submission of a lead form; `lead` is the one to edit, null for a new one. */
export function useLeadForm(settings: LeadFormSettings, lead: Lead | null, onClose: () => void) {
  const form = useDraftForm({
    shape: settings.shape,
    initial: toFormValues(lead),
    wire: (values) => toRequest(values, settings),
    draft: lead ? `lead ${lead.id}` : 'lead',
    faultTitle: settings.invalidTitle,
    send: async (input) => {
      await (lead ? editLead(lead, input) : addLead(input))
      toastSuccess(...settings.success)
      onClose()
    },
    onFailure: settings.onFailure,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const required = settings.asksPartner ? (['partnerId', ...requiredLeadFields] as const) : requiredLeadFields
    const missing = settings.missing && required.find((name) => (form.values[name] ?? '').trim() === '')
    if (!settings.missing || !missing) {
      form.onSubmit(event)
      return
    }
    event.preventDefault()
    toastFault(...settings.missing)
    event.currentTarget.querySelector<HTMLElement>(`[name="${missing}"], [data-field="${missing}"]`)?.focus()
  }
  return { ...form, onSubmit }
}

export type LeadForm = ReturnType<typeof useLeadForm>
