import { Alert, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { clientPaymentForm } from '../api/client-payments.ts'
import { maxReferenceLength } from '../domain/client-payments.ts'
import { leadReceiptsQuery, recordClientPayment, signedLeadsQuery } from './data.ts'

interface RecordDialogProps {
  /** The lead whose client has paid; without one it is chosen in the dialog. */
  readonly leadId?: string
  readonly onClose: () => void
}

/** A payment above the expected sum as the server has refused it: what it would make, and for whom. */
interface AboveExpected {
  readonly leadId: string | null
  readonly typed: string
  readonly message: string
  readonly commissionCents: number
}

/** Dialog that records a payment of a client. Mounted only while open. */
export function RecordDialog({ leadId, onClose }: RecordDialogProps) {
  const [refused, setRefused] = useState<AboveExpected | null>(null)
  const aboveOf = (values: { leadId: string | null; netCents: string }) =>
    refused?.leadId === values.leadId && refused.typed === values.netCents ? refused : null
  const form = useDraftForm({
    shape: clientPaymentForm,
    initial: { leadId: leadId ?? (null as string | null), reference: '', receivedOn: dayInputText(new Date()), netCents: '' },
    wire: (typed) => ({
      ...typed,
      netCents: typedEuros(typed.netCents),
      seenCommissionCents: aboveOf(typed)?.commissionCents,
    }),
    draft: `client payment ${leadId ?? ''}`,
    faultTitle: 'Missing fields',
    send: async (input) => {
      const { outcome, payment } = await recordClientPayment(input)
      const brought = `${formatEurosExact(payment.commissionCents)} for ${payment.partner.name}`
      if (outcome === 'repeated') toastSuccess('Already recorded', `Nothing was changed: it brought ${brought}`)
      else toastSuccess('Client payment recorded', brought)
      onClose()
    },
    onFailure: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'client_payment_above_expected') return toastFailure('Error', error)
      const commissionCents = Number(error.facts.commissionCents)
      setRefused({ leadId: form.values.leadId, typed: form.values.netCents, message: error.message, commissionCents })
    },
  })
  const { values } = form
  const above = aboveOf(values)
  return (
    <FormDialog
      form={form}
      title="Add client payment"
      action={above ? 'Record it all the same' : 'Add payment'}
      size="lg"
      onClose={onClose}
    >
      {!leadId && (
        <LeadField value={values.leadId} error={form.faults.leadId} onChange={(choice) => form.set('leadId', choice)} />
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
      {above && (
        <Alert color="yellow" role="alert">
          {above.message} Check the amount; it is recorded only when you confirm it.
        </Alert>
      )}
    </FormDialog>
  )
}

/** What is still expected of the lead's client, or why nothing can be recorded. */
function Expected({ leadId }: { leadId: string }) {
  const { data } = useQuery(leadReceiptsQuery(leadId))
  if (!data) return null
  const text = !data.can.record
    ? data.basis === 'signature'
      ? 'This lead’s commission is validated by hand: let client payments make it due first, on the lead.'
      : 'No payment can be recorded for this lead.'
    : data.expectedCents === null
      ? ''
      : `${formatEurosExact(data.receivedCents)} of ${formatEurosExact(data.expectedCents)} received so far.`
  return <SoftText aria-live="polite">{text}</SoftText>
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
  const [choice, setChoice] = useState<{ value: string; label: string } | null>(null)
  // After a choice the field holds the chosen lead, which is no search text.
  const { data } = useQuery(signedLeadsQuery(search === choice?.label ? '' : search.trim()))
  const leadOptions = (data?.items ?? []).map((lead) => ({
    value: lead.id,
    label: `${lead.company} — ${lead.name}${lead.partner ? ` (${lead.partner.name})` : ''}`,
  }))
  const options = choice && !leadOptions.some((each) => each.value === choice.value) ? [...leadOptions, choice] : leadOptions
  return (
    <Select
      label="Lead"
      data-field="leadId"
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
        setChoice(options.find((each) => each.value === leadId) ?? null)
        onChange(leadId)
      }}
    />
  )
}
