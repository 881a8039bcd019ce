import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { adminLeadForm } from '#api/leads.ts'
import { offerLabelsForAdmins, offerTypes } from '#domain/leads.ts'
import { typedEuros } from '#domain/typed-amounts.ts'
import { useDraftForm } from '#web/app/draft-form.ts'
import { toastError, toastFailure, toastSuccess } from '#web/app/toasts.ts'
import { PartnerField } from '#web/partners/partner-field.tsx'
import { MoneyField } from '#web/ui/money-field.tsx'
import { addLead } from '../data.ts'
import { KnownLeadNote } from './duplicate-note.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldPair } from '#web/ui/field-pair.tsx'

const required = ['partnerId', 'name', 'company', 'email', 'estimatedAmountCents', 'offerType'] as const

const noLead = {
  partnerId: null as string | null,
  name: '',
  company: '',
  email: '',
  phone: '',
  estimatedAmountCents: '',
  offerType: null as string | null,
  notes: '',
}

/** Staff register a lead for a partner. It is mounted while it is open. */
export function AdminLeadDialog({ onClose }: { onClose: () => void }) {
  const form = useDraftForm({
    shape: adminLeadForm,
    initial: noLead,
    wire: (values) => ({ ...values, estimatedAmountCents: typedEuros(values.estimatedAmountCents) }),
    draft: 'lead',
    faultTitle: 'Error',
    send: async (input) => {
      await addLead(input)
      toastSuccess('Lead created', 'The lead was successfully added to the pipeline')
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const missing = required.find((name) => String(form.values[name] ?? '').trim() === '')
    if (!missing) {
      form.onSubmit(event)
      return
    }
    event.preventDefault()
    toastError('Missing fields', 'Please fill in all required fields')
    event.currentTarget.querySelector<HTMLElement>(`[name="${missing}"], [data-field="${missing}"]`)?.focus()
  }
  return (
    <Dialog onClose={form.leaving(onClose)} filled={form.filled} size="lg" title="Add Lead">
      <form onSubmit={submit} noValidate>
        <Stack>
          <PartnerField
            name="partnerId"
            autoFocus
            value={form.values.partnerId}
            error={form.faults.partnerId}
            onChange={(value) => form.set('partnerId', value)}
          />
          <FieldPair>
            <TextInput label="Contact name" required {...form.text('name')} />
            <TextInput label="Company" required {...form.text('company')} />
            <TextInput label="Email" type="email" required {...form.text('email')} />
            <TextInput label="Phone" type="tel" {...form.text('phone')} />
            <MoneyField label="Estimated amount (€)" required {...form.number('estimatedAmountCents')} />
            <NativeSelect
              label="Offer type"
              name="offerType"
              required
              data={[
                { value: '', label: 'Choose an offer' },
                ...offerTypes.map((value) => ({ value, label: offerLabelsForAdmins[value] })),
              ]}
              value={form.values.offerType ?? ''}
              error={form.faults.offerType}
              onChange={(event) => form.set('offerType', event.currentTarget.value || null)}
            />
          </FieldPair>
          <KnownLeadNote email={form.values.email} company={form.values.company} already="Already followed:" />
          <Textarea label="Notes" autosize minRows={3} maxLength={1000} {...form.text('notes')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={form.leaving(onClose)}>
              Cancel
            </Button>
            <Button type="submit" loading={form.busy}>
              Add Lead
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
