import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { isFromBeginning } from '#leads/fields/domain/fields.ts'
import { FieldInput } from '#leads/fields/web/field-input.tsx'
import { valueField } from '#leads/fields/web/value-field.ts'
import type { ReadableField } from '#leads/lead-settings/api.ts'
import { type Offers, useOffers } from '#leads/lead-settings/web/data.ts'
import { builtInField, isBuiltIn } from '#leads/leads/domain/lead-fields.ts'
import { eurosInputText, parseTypedEuros } from '#platform/domain/typed-amounts.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { m } from '../../messages/messages.ts'
import { useOwnRate, wouldBring } from '../own-rate.ts'
import { DuplicateNote, type useKnownContact } from './duplicate-note.tsx'
import { inputNameOf, type LeadForm } from './lead-form.ts'
import { type LeadFormSettings, phoneFolded, phoneOrder, placeOf } from './lead-form-settings.ts'

interface LeadFormFieldsProps {
  readonly form: LeadForm
  readonly settings: LeadFormSettings
  readonly duplicate: ReturnType<typeof useKnownContact>
}

/** The text of an offer's proposed amount; empty without an offer, or where it proposes none. */
function proposalFor(offers: Offers, key: string): string {
  const proposed = offers.get(key)?.proposedCents ?? null
  return proposed === null ? '' : eurosInputText(proposed)
}

/** What an amount would bring the partner who types it, and where a proposed one comes from. */
function useAmountNote({ values }: LeadForm, settings: LeadFormSettings): string {
  const offers = useOffers()
  const { estimatedAmountCents: typed, offerType } = values
  const [rate, amount] = [useOwnRate(), parseTypedEuros(typed)]
  const brings = rate !== null && amount !== null && amount > 0 ? wouldBring(amount, rate) : null
  const isProposed = settings.proposesAmount && typed !== '' && typed === proposalFor(offers, offerType)
  const source = isProposed && (offers.get(offerType)?.isSuggested ? m.suggestedAmount() : m.proposedAmount())
  return [brings, source].filter(Boolean).join(', ')
}

/** Takes what is typed; the choice of an offer proposes its amount as long as none was typed. */
function useChange(form: LeadForm, settings: LeadFormSettings) {
  const offers = useOffers()
  return (field: ReadableField, value: string) => {
    const { estimatedAmountCents: amount, offerType } = form.values
    const isTyped = amount.trim() !== '' && amount !== proposalFor(offers, offerType)
    form.set(inputNameOf(field), value)
    if (field.key === 'offerType' && settings.proposesAmount && !isTyped) {
      form.set('estimatedAmountCents', proposalFor(offers, value))
    }
  }
}

/** A field, with what is known of the contact below the one that says so. */
function LeadFieldInput({ field, form, settings, duplicate }: LeadFormFieldsProps & { readonly field: ReadableField }) {
  const offers = useOffers()
  const change = useChange(form, settings)
  const amountNote = useAmountNote(form, settings)
  const { key, kind, help } = field
  const name = inputNameOf(field)
  const value = form.values[name] ?? ''
  const notes: Partial<Record<string, string>> = {
    estimatedAmountCents: [help, amountNote].filter(Boolean).join(' · '),
    offerType: offers.get(value)?.description || help,
  }
  // An offer that was archived stays where it is chosen.
  const options = field.options.filter((option) => kind !== 'offer' || option.key === value || offers.get(option.key)?.isOpen)
  const input = (
    <FieldInput
      field={{ ...valueField({ ...field, options }), help: notes[key] ?? help, required: form.isRequired(field) }}
      label={field.name}
      name={name}
      value={value}
      error={form.errors[name]}
      max={isBuiltIn(key) ? builtInField(key).max : undefined}
      {...(kind === 'offer' ? { placeholder: m.chooseOffer() } : {})}
      onChange={(typed) => change(field, typed)}
      {...(field.isBuiltIn && kind !== 'amount' ? {} : { onBlur: () => form.validate(name) })}
    />
  )
  if (key !== 'email' && key !== 'company' && key !== 'phone') return input
  return (
    <Stack gap="xs">
      {input}
      <DuplicateNote field={key} duplicate={duplicate} />
    </Stack>
  )
}

const inputsOf = (fields: readonly ReadableField[], props: LeadFormFieldsProps) =>
  fields.map((field) => <LeadFieldInput key={field.key} field={field} {...props} />)

/** The fields that the form asks for, in the order of the portal's list. */
const askedFields = ({ form, settings }: LeadFormFieldsProps) =>
  form.fields.filter((field) => form.isAsked(field) && placeOf(field, settings) !== 'absent')

/** The fields as the form places them where there is room. */
export function WideFields(props: LeadFormFieldsProps) {
  const inputs = (place: 'half' | 'full' | 'last') =>
    inputsOf(
      askedFields(props).filter((field) => placeOf(field, props.settings) === place),
      props,
    )
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
  const { form } = props
  const [isOpen, setOpen] = useState(false)
  const fields = askedFields(props)
  const named = (keys: readonly string[]) => keys.flatMap((key) => fields.find((field) => field.key === key) ?? [])
  const others = fields.filter(({ key }) => ![...phoneOrder, ...phoneFolded].some((each) => each === key))
  const first = [...named(phoneOrder), ...others.filter(isFromBeginning)]
  const folded = [...named(phoneFolded), ...others.filter((field) => !isFromBeginning(field))]
  // What was filled in from a vCard, or is wrong, is not hidden.
  const isShown = isOpen || folded.map(inputNameOf).some((name) => (form.values[name] ?? '') !== '' || form.errors[name])
  return (
    <>
      {inputsOf(first, props)}
      {isShown
        ? inputsOf(folded, props)
        : folded.length > 0 && (
            <Button variant="subtle" size="compact-sm" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
              {folded.map(({ key }) => key).join() === phoneFolded.join() ? m.websiteAndNotes() : m.moreFields()}
            </Button>
          )}
    </>
  )
}
