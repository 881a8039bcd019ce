import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { parseEuros } from '#platform/domain/money.ts'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { type LeadField, leadFields } from '../../domain/lead-fields.ts'
import { offerTypes } from '../../domain/leads.ts'
import { leadFieldLabels } from '../lead-field-labels.ts'
import { useOwnRate, wouldBring } from '../own-rate.ts'
import type { LeadForm } from './lead-form.ts'
import type { LeadFormSettings } from './lead-form-settings.ts'

interface LeadFieldInputProps {
  readonly field: LeadField
  readonly form: LeadForm
  readonly settings: LeadFormSettings
}

/** The amount, and what it would bring the partner who types it. */
function AmountInput(props: ComponentProps<typeof MoneyField>) {
  const [rate, amount] = [useOwnRate(), parseEuros(props.value)]
  const brings = rate !== null && amount !== null && amount > 0 ? wouldBring(amount, rate) : null
  return <MoneyField {...props} inputWrapperOrder={['label', 'input', 'error', 'description']} description={brings} />
}

/** One field of the lead form: its kind decides which input it is. */
export function LeadFieldInput({ field, form, settings }: LeadFieldInputProps) {
  const rule = leadFields[field]
  const label = leadFieldLabels[settings.language][field]
  const shared = { required: rule.required }
  const input = { label, ...shared, ...form.text(field) }
  switch (rule.kind) {
    case 'text':
      return <TextInput {...input} />
    case 'email':
      return <TextInput type="email" {...input} />
    case 'phone':
      return <TextInput type="tel" {...input} />
    case 'url':
      return <TextInput placeholder="https://" {...input} />
    case 'money':
      return <AmountInput {...shared} label={`${label} (€)`} {...form.number(field)} />
    case 'offer': {
      const options = offerTypes.map((value) => ({ value, label: settings.offers[value] }))
      return <NativeSelect {...input} data={[{ value: '', label: settings.chooseOffer }, ...options]} />
    }
    case 'note':
      return <Textarea {...input} autosize minRows={3} maxLength={rule.max} />
  }
}
