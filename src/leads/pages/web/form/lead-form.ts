import { type FormEvent, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { fieldChanges } from '#leads/fields/api/values.ts'
import { isRequiredIn } from '#leads/fields/domain/fields.ts'
import {
  type CustomInputs,
  checkCustomValues,
  checkReached,
  customInputs,
  fieldsToFill,
  inputName,
  typedChanges,
} from '#leads/fields/web/custom-values.ts'
import { parseTyped, typedValue } from '#leads/fields/web/typed-value.ts'
import { valueField, valueText } from '#leads/fields/web/value-field.ts'
import type { ReadableField } from '#leads/lead-settings/api.ts'
import { type Fields, type Offers, onBoard, useFields, useOffers, useStages } from '#leads/lead-settings/web/data.ts'
import { type Lead, leadFormOf } from '#leads/leads/api/leads.ts'
import {
  isBuiltIn,
  type LeadField,
  leadFieldNames,
  leadFields,
  mapLeadFields,
  valueFieldOf,
  waysToReach,
} from '#leads/leads/domain/lead-fields.ts'
import { parseLeadField } from '#leads/leads/domain/lead-input.ts'
import type { ConflictLabels } from '#platform/web/app/forms/changed-by-other.tsx'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { refusalText } from '#platform/web/app/requests/api-error.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { toastFormError, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../../messages/messages.ts'
import { addLead, editLead } from '../data.ts'
import { sendWaitingLeads } from '../queue/follow-queue.ts'
import { keepOfflineForm } from '../queue/offline-form.ts'
import { dropWaiting, type WaitingLead } from '../queue/queued-leads-store.ts'
import { addOrKeep } from '../queue/send-queued.ts'
import type { FilledLead } from './filled-lead.ts'
import type { LeadFormSettings } from './lead-form-settings.ts'

/** The name of a field's input in the form. */
export const inputNameOf = ({ key }: Pick<ReadableField, 'key'>) => (isBuiltIn(key) ? key : inputName(key))

type LeadFormValues = Record<LeadField, string> & CustomInputs & { readonly partnerId: string | null }

/** The texts of the form's inputs; empty without a lead. `custom`: the custom fields that it asks for. */
export function toFormValues(
  lead: FilledLead | null,
  custom: readonly ReadableField[] = [],
  isRequired: (field: LeadField) => boolean = (field) => leadFields[field].required,
): LeadFormValues {
  // Where the amount may be left out, 0 is none.
  const text = (field: LeadField, value: string | number | null) =>
    value === null || (value === 0 && !isRequired(field)) ? '' : typedValue(valueFieldOf(field), value)
  return {
    partnerId: null,
    ...mapLeadFields((field) => (lead ? text(field, lead[field]) : '')),
    ...customInputs(custom, lead?.fields),
  }
}

/** The request body, not validated yet. */
export function toRequest(
  { partnerId, ...values }: LeadFormValues,
  settings: Pick<LeadFormSettings, 'asksPartner'>,
  custom: readonly ReadableField[] = [],
) {
  const fields = {
    ...mapLeadFields((field) => parseLeadField(field, values[field])),
    ...(custom.length > 0 ? { fields: typedChanges(custom, values) } : {}),
  }
  return settings.asksPartner ? { partnerId, ...fields } : fields
}

interface FilledForm {
  /** The lead to edit, as it is now; null for a new one. */
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
  const [fields, offers, stages] = [useFields(), useOffers(), onBoard(useStages()).map(({ key }) => key)]
  const custom = fieldsToFill(fields)
  const stage = lead?.status ?? stages[0] ?? ''
  const { isRequired, isAsked } = whatIsAsked({ fields, offers, stage, stages })
  const isNeeded = (key: LeadField) => fields.some((field) => field.key === key && isRequired(field))
  const isOwnNew = !settings.asksPartner && !lead && !me.view && stages.length > 0
  useEffect(() => {
    if (isOwnNew) keepOfflineForm(me.id, { fields: fields.filter(isAsked), offers, isRequired })
  })
  const [refusal, setRefusal] = useState('')
  const add = async (input: FilledLead) => {
    if (settings.asksPartner) return addLead(input)
    const outcome = await addOrKeep(me, input)
    if (waiting) dropWaiting(me.id, waiting)
    return outcome
  }
  const form = useDraftForm({
    shape: leadShape(settings, isNeeded).check(checkReached(fields), checkCustomValues(custom, stage, stages)),
    initial: toFormValues(lead ?? waiting?.input ?? null, custom, isNeeded),
    toRequestBody: (values) => toRequest(values, settings, custom),
    draft: draftOf({ lead, waiting }),
    labels: lead ? conflictLabels(fields) : undefined,
    errorTitle: settings.invalidTitle,
    send: async (input) => {
      const outcome = await (lead ? editLead(lead, input) : add(input))
      toastSuccess(...(outcome === 'kept' ? keptOnDevice : settings.success))
      onClose()
      if (outcome === 'kept') sendWaitingLeads()
    },
    onFailure: (error) => {
      setRefusal(refusalText(error))
      settings.onFailure(error)
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    setRefusal('')
    const required = [...(settings.asksPartner ? (['partnerId'] as const) : []), ...leadFieldNames.filter(isNeeded)]
    const missing = settings.missing && required.find((name) => (form.values[name] ?? '').trim() === '')
    if (!settings.missing || !missing) {
      form.onSubmit(event)
      return
    }
    event.preventDefault()
    toastFormError(...settings.missing)
    event.currentTarget.querySelector<HTMLElement>(`[name="${missing}"], [data-field="${missing}"]`)?.focus()
  }
  // What somebody else has saved meanwhile is asked about instead.
  return { ...form, onSubmit, fields, isRequired, isAsked, refusal: form.conflict ? '' : refusal }
}

/** How what somebody else has saved is read. */
function conflictLabels(fields: Fields): ConflictLabels {
  const readValue = (field: ReadableField) => (typed: string) => {
    const value = parseTyped(valueField(field), typed)
    return value === null ? '' : valueText(field, value)
  }
  return Object.fromEntries(fields.map((field) => [inputNameOf(field), [field.name, readValue(field)]]))
}

interface Asking {
  readonly fields: Fields
  readonly offers: Offers
  readonly stage: string
  readonly stages: readonly string[]
}

/** Which fields the form asks for, and which of them the lead needs now. */
function whatIsAsked({ fields, offers, stage, stages }: Asking) {
  const ways = fields.filter(({ key, isOpen }) => isOpen && waysToReach.some((way) => way === key))
  // Among several offers somebody has to choose; a single one is taken by itself.
  const choosesOffer = [...offers.values()].filter((offer) => offer.isOpen).length > 1
  const isRequired = (field: ReadableField) =>
    (field.isOpen && isRequiredIn(field, stage, stages)) ||
    (ways.length === 1 && ways[0]?.key === field.key) ||
    (field.kind === 'offer' && choosesOffer)
  const isAsked = (field: ReadableField) =>
    field.kind === 'offer' ? isRequired(field) : field.isOpen && (field.isBuiltIn || field.mayEdit)
  return { isRequired, isAsked }
}

const partnerId = z.uuid({ error: m.requiredFields })
const customShape = { fields: z.optional(fieldChanges) }

/** The form's rules: those of the fields that the lead needs, and the partner's before them where the form asks whose it is. */
function leadShape({ asksPartner }: LeadFormSettings, isNeeded: (field: LeadField) => boolean) {
  const { shape } = leadFormOf(isNeeded)
  return asksPartner ? z.strictObject({ partnerId, ...shape, ...customShape }) : z.strictObject({ ...shape, ...customShape })
}

export type LeadForm = ReturnType<typeof useLeadForm>
