import type { FormEvent } from 'react'
import { isRequiredIn } from '#leads/fields/domain/fields.ts'
import { checkOwnValues, fieldsToFill, type OwnInputs, ownInputs, typedChanges } from '#leads/fields/web/own-values.ts'
import type { ReadableField } from '#leads/lead-settings/api.ts'
import { type Fields, onBoard, useFields, useStages } from '#leads/lead-settings/web/data.ts'
import { eurosInputText } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { toastFault, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import type { Lead } from '../../api/leads.ts'
import { type LeadField, leadFieldNames, leadFields, mapLeadFields } from '../../domain/lead-fields.ts'
import { parseLeadField } from '../../domain/lead-input.ts'
import { m } from '../../messages/messages.ts'
import { addLead, editLead } from '../data.ts'
import { sendWaitingLeads } from '../queue/follow-queue.ts'
import { dropWaiting, type WaitingLead } from '../queue/queued-leads-store.ts'
import { addOrKeep } from '../queue/send-queued.ts'
import type { FilledLead } from './filled-lead.ts'
import type { LeadFormSettings } from './lead-form-settings.ts'

type LeadFormValues = Record<LeadField, string> & OwnInputs & { readonly partnerId: string | null }

/** The texts of the form's inputs; empty without a lead. `own`: the fields of one's own that it asks for. */
export function toFormValues(lead: FilledLead | null, own: readonly ReadableField[] = []): LeadFormValues {
  const text = (field: LeadField, value: string | number) =>
    leadFields[field].kind === 'money' ? eurosInputText(Number(value)) : String(value)
  return {
    partnerId: null,
    ...mapLeadFields((field) => (lead ? text(field, lead[field]) : '')),
    ...ownInputs(own, lead?.fields),
  }
}

/** The request body, not validated yet. */
export function toRequest(
  { partnerId, ...values }: LeadFormValues,
  settings: Pick<LeadFormSettings, 'asksPartner'>,
  own: readonly ReadableField[] = [],
) {
  const fields = {
    ...mapLeadFields((field) => parseLeadField(field, values[field])),
    ...(own.length > 0 ? { fields: typedChanges(own, values) } : {}),
  }
  return settings.asksPartner ? { partnerId, ...fields } : fields
}

interface FilledForm {
  /** The lead to edit; null for a new one. */
  readonly lead: Lead | null
  /** A new one that waits on the device, and is changed before it is sent. */
  readonly waiting: WaitingLead | null
}

const keptOnDevice = [m.keptOnDevice(), m.sentOnceReachable()] as const

function draftOf({ lead, waiting }: FilledForm): string {
  if (lead) return `lead ${lead.id}`
  return waiting ? `waiting lead ${waiting.key}` : 'lead'
}

/** State and submission of a lead form. A partner's new lead is kept on the device where the portal does not answer. */
export function useLeadForm(settings: LeadFormSettings, { lead, waiting }: FilledForm, onClose: () => void) {
  const me = useMe()
  const [fields, stages] = [useFields(), onBoard(useStages()).map(({ key }) => key)]
  const own = fieldsToFill(fields)
  const stage = lead?.status ?? stages[0] ?? ''
  const add = async (input: FilledLead) => {
    if (settings.asksPartner) return addLead(input)
    const outcome = await addOrKeep(me, input)
    if (waiting) dropWaiting(me.id, waiting)
    return outcome
  }
  const form = useDraftForm({
    shape: settings.shape.check(checkOwnValues(own, stage, stages)),
    initial: toFormValues(lead ?? waiting?.input ?? null, own),
    wire: (values) => toRequest(values, settings, own),
    draft: draftOf({ lead, waiting }),
    faultTitle: settings.invalidTitle,
    send: async (input) => {
      const outcome = await (lead ? editLead(lead, input) : add(input))
      toastSuccess(...(outcome === 'kept' ? keptOnDevice : settings.success))
      onClose()
      if (outcome === 'kept') sendWaitingLeads()
    },
    onFailure: settings.onFailure,
  })
  /** Whether the lead needs the field now. */
  const isRequired = (field: LeadField) => isNeeded(field, fields, stage, stages)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const required = [...(settings.asksPartner ? (['partnerId'] as const) : []), ...leadFieldNames.filter(isRequired)]
    const missing = settings.missing && required.find((name) => (form.values[name] ?? '').trim() === '')
    if (!settings.missing || !missing) {
      form.onSubmit(event)
      return
    }
    event.preventDefault()
    toastFault(...settings.missing)
    event.currentTarget.querySelector<HTMLElement>(`[name="${missing}"], [data-field="${missing}"]`)?.focus()
  }
  return { ...form, onSubmit, fields, own, isRequired }
}

function isNeeded(field: LeadField, fields: Fields, stage: string, stages: readonly string[]): boolean {
  const settings = fields.find(({ key }) => key === field)
  return settings ? settings.isOpen && isRequiredIn(settings, stage, stages) : leadFields[field].required
}

export type LeadForm = ReturnType<typeof useLeadForm>
