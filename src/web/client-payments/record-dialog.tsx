import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientPaymentForm } from '#api/client-payments.ts'
import { maxReferenceLength } from '#domain/client-payments.ts'
import { formatEurosExact } from '#domain/money.ts'
import { typedEuros } from '#domain/typed-amounts.ts'
import { useDraftForm } from '../app/draft-form.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { dayInputText } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FieldPair } from '../ui/field-pair.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { leadReceiptsQuery, recordClientPayment, signedLeadsQuery } from './data.ts'

interface RecordDialogProps {
  /** The lead whose client has paid; without one it is chosen in the dialog. */
  readonly leadId?: string
  readonly onClose: () => void
}

/** Dialog that records a payment of a client. Mounted only while open. */
export function RecordDialog({ leadId, onClose }: RecordDialogProps) {
  const form = useDraftForm({
    shape: clientPaymentForm,
    initial: { leadId: leadId ?? (null as string | null), reference: '', receivedOn: dayInputText(new Date()), netCents: '' },
    wire: ({ netCents, ...typed }) => ({ ...typed, netCents: typedEuros(netCents) }),
    draft: `client payment ${leadId ?? ''}`,
    faultTitle: 'Missing fields',
    send: async (input) => {
      const { outcome, payment } = await recordClientPayment(input)
      const brought = `${formatEurosExact(payment.commissionCents)} for ${payment.partner.name}`
      if (outcome === 'repeated') toastSuccess('Already recorded', `Nothing was changed: it brought ${brought}`)
      else toastSuccess('Client payment recorded', brought)
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  const { values } = form
  return (
    <Dialog lang="en" onClose={form.leaving(onClose)} filled={form.filled} title="Add client payment" size="lg">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          {!leadId && (
            <LeadField value={values.leadId} error={form.faults.leadId} onChange={(chosen) => form.set('leadId', chosen)} />
          )}
          <FieldPair>
            <TextInput
              label="Client’s invoice"
              placeholder="F-2026-12"
              required
              maxLength={maxReferenceLength}
              {...form.text('reference')}
            />
            <TextInput label="Received on" type="date" required max={dayInputText(new Date())} {...form.text('receivedOn')} />
          </FieldPair>
          <MoneyField label="Amount net of VAT (€)" required {...form.number('netCents')} />
          {values.leadId && <Expected leadId={values.leadId} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={form.leaving(onClose)}>
              Cancel
            </Button>
            <Button type="submit" loading={form.busy}>
              Add payment
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** What is still expected of the lead's client, or why nothing can be recorded. */
function Expected({ leadId }: { leadId: string }) {
  const { data } = useQuery(leadReceiptsQuery(leadId))
  if (!data) return null
  const said = !data.can.record
    ? data.basis === 'signature'
      ? 'This lead’s commission is validated by hand: let client payments make it due first, on the lead.'
      : 'No payment can be recorded for this lead.'
    : data.expectedCents === null
      ? ''
      : `${formatEurosExact(data.receivedCents)} of ${formatEurosExact(data.expectedCents)} received so far.`
  return (
    <Text fz="sm" c="var(--ink-soft)" aria-live="polite">
      {said}
    </Text>
  )
}

interface LeadFieldProps {
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (leadId: string | null) => void
}

/** Searchable select for a signed lead; the server searches. */
function LeadField({ value, error, onChange }: LeadFieldProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  // What was chosen fills the field and is no search.
  const { data } = useQuery(signedLeadsQuery(search === chosen?.label ? '' : search.trim()))
  const found = (data?.items ?? []).map((lead) => ({
    value: lead.id,
    label: `${lead.company} — ${lead.name} (${lead.partner.name})`,
  }))
  const options = chosen && !found.some((each) => each.value === chosen.value) ? [...found, chosen] : found
  return (
    <Select
      label="Lead"
      data-field="leadId"
      data-autofocus
      required
      searchable
      filter={({ options: all }) => all}
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      placeholder="Search signed leads"
      nothingFoundMessage="No signed lead found"
      data={options}
      value={value}
      error={error}
      onSearchChange={setTyped}
      onChange={(leadId) => {
        setChosen(options.find((each) => each.value === leadId) ?? null)
        onChange(leadId)
      }}
    />
  )
}
