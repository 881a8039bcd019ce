import { NativeSelect, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { type Offers, useOffers } from '#leads/lead-settings/web/data.ts'
import { type LeadField, leadFields } from '#leads/leads/domain/lead-fields.ts'
import { leadFieldLabels } from '#leads/leads/web/lead-field-labels.ts'
import { eurosInputText, parseTypedEuros } from '#platform/domain/typed-amounts.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { m } from '../../messages/messages.ts'
import { useOwnRate, wouldBring } from '../own-rate.ts'
import type { LeadForm } from './lead-form.ts'
import type { LeadFormSettings } from './lead-form-settings.ts'

interface LeadFieldInputProps {
  readonly field: LeadField
  readonly form: LeadForm
  readonly settings: LeadFormSettings
}

/** The text of an offer's proposed amount; empty without an offer, or where it proposes none. */
function proposalFor(offers: Offers, key: string): string {
  const proposed = offers.get(key)?.proposedCents ?? null
  return proposed === null ? '' : eurosInputText(proposed)
}

/** The amount, what it would bring the partner who types it, and where a proposed one comes from. */
function AmountInput({ offer, description: help, ...props }: ComponentProps<typeof MoneyField> & { offer: string | null }) {
  const offers = useOffers()
  const proposal = offer === null ? '' : proposalFor(offers, offer)
  const isSuggested = offers.get(offer ?? '')?.isSuggested
  const [rate, amount] = [useOwnRate(), parseTypedEuros(props.value)]
  const brings = rate !== null && amount !== null && amount > 0 ? wouldBring(amount, rate) : null
  const source = proposal !== '' && props.value === proposal ? (isSuggested ? m.suggestedAmount() : m.proposedAmount()) : null
  const note = [brings, source].filter(Boolean).join(', ')
  const description = [help, note].filter(Boolean).join(' · ') || null
  return <MoneyField {...props} inputWrapperOrder={['label', 'input', 'error', 'description']} description={description} />
}

/** The choice of an offer, which proposes its amount as long as none was typed. */
function OfferInput({
  form,
  settings,
  ...input
}: Pick<LeadFieldInputProps, 'form' | 'settings'> & Omit<ComponentProps<typeof NativeSelect>, 'form'>) {
  const offers = useOffers()
  // An offer that was archived stays where it is chosen.
  const options = [...offers.values()]
    .filter(({ key, isOpen }) => isOpen || key === form.values.offerType)
    .map(({ key, name }) => ({ value: key, label: name }))
  const choose = (offer: string) => {
    const { estimatedAmountCents: amount, offerType } = form.values
    const isTyped = amount.trim() !== '' && amount !== proposalFor(offers, offerType)
    form.set('offerType', offer)
    if (settings.proposesAmount && !isTyped) form.set('estimatedAmountCents', proposalFor(offers, offer))
  }
  return (
    <NativeSelect
      {...input}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={offers.get(form.values.offerType)?.description || input.description}
      data={[{ value: '', label: m.chooseOffer() }, ...options]}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  )
}

/** One field of the lead form: its kind decides which input it is. */
export function LeadFieldInput({ field, form, settings }: LeadFieldInputProps) {
  const rule = leadFields[field]
  const own = form.fields.find(({ key }) => key === field)
  const label = own?.name || leadFieldLabels[field]
  const shared = { required: form.isRequired(field), ...(own?.help ? { description: own.help } : {}) }
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
      return (
        <AmountInput
          {...shared}
          label={`${label} (€)`}
          offer={settings.proposesAmount ? form.values.offerType : null}
          {...form.number(field)}
        />
      )
    case 'offer':
      return <OfferInput {...input} form={form} settings={settings} />
    case 'note':
      return <LongText {...input} minRows={3} max={rule.max} />
  }
}
