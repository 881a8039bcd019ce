import { Button, Group, Modal, NumberInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminLeadForm } from '#contract/leads.ts'
import { offerLabelsForAdmins, offerTypes } from '#domain/leads.ts'
import { parseEuros } from '#domain/money.ts'
import { useContractForm } from '../app/form.ts'
import { toastError, toastFailure, toastSuccess } from '../app/toasts.ts'
import { partnerNamesQuery } from '../partners/data.ts'
import { addLead } from './data.ts'

const required = ['partnerId', 'name', 'company', 'email', 'estimatedAmountCents', 'offerType'] as const

/** Staff register a lead for a partner. It is mounted while it is open. */
export function AdminLeadDialog({ onClose }: { onClose: () => void }) {
  const names = useQuery(partnerNamesQuery)
  const form = useContractForm({
    shape: z.unknown(),
    initial: {
      partnerId: null as string | null,
      name: '',
      company: '',
      email: '',
      phone: '',
      estimatedAmountCents: '' as string | number,
      offerType: null as string | null,
      notes: '',
    },
    wire: (values) => values,
    faultTitle: 'Error',
    send: async () => {
      const { values } = form
      if (required.some((name) => values[name] === null || String(values[name]).trim() === '')) {
        toastError('Missing fields', 'Please fill in all required fields')
        return
      }
      const checked = z.safeParse(adminLeadForm, {
        ...values,
        estimatedAmountCents: parseEuros(String(values.estimatedAmountCents)),
      })
      if (!checked.success) {
        toastError('Error', checked.error.issues[0]?.message ?? 'Please check the form')
        return
      }
      await addLead(checked.data)
      toastSuccess('Lead created', 'The lead was successfully added to the pipeline')
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  const partners = names.data?.partners ?? []
  return (
    <Modal opened onClose={onClose} size="lg" title="Add Lead" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Select
            label="Partner"
            name="partnerId"
            required
            searchable
            data-autofocus
            openOnFocus={false}
            placeholder="Choose a partner"
            nothingFoundMessage="No partner found"
            data={partners.map(({ id, name, company }) => ({ value: id, label: company ? `${name} — ${company}` : name }))}
            value={form.values.partnerId}
            onChange={(value) => form.set('partnerId', value)}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Contact name" required {...form.text('name')} />
            <TextInput label="Company" required {...form.text('company')} />
            <TextInput label="Email" type="email" required {...form.text('email')} />
            <TextInput label="Phone" type="tel" {...form.text('phone')} />
            <NumberInput
              label="Estimated amount (€)"
              name="estimatedAmountCents"
              required
              min={0}
              step={100}
              decimalScale={2}
              thousandSeparator=" "
              decimalSeparator=","
              value={form.values.estimatedAmountCents}
              onChange={(value) => form.set('estimatedAmountCents', value)}
            />
            <Select
              label="Offer type"
              name="offerType"
              required
              data={offerTypes.map((value) => ({ value, label: offerLabelsForAdmins[value] }))}
              value={form.values.offerType}
              onChange={(value) => form.set('offerType', value)}
            />
          </SimpleGrid>
          <Textarea label="Notes" autosize minRows={3} maxLength={1000} {...form.text('notes')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.busy}>
              Add Lead
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
