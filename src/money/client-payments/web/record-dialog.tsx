import { Alert, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { formatEurosExact, maxCents } from '#platform/domain/money.ts'
import { typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type ClientPaymentPreview, clientPaymentForm } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { clientPaymentPreviewQuery, leadReceiptsQuery, recordClientPayment } from './data.ts'
import { PayableLeadField } from './payable-lead-field.tsx'
import { isAsked, NoPayment, WhatItBrings } from './what-it-brings.tsx'

/** What is known of a payment before anything is typed, such as from a credit of the bank's. */
export interface KnownPayment {
  readonly reference?: string
  readonly receivedOn?: string
  /** Received with VAT; the net amount is for a person to type. */
  readonly receivedCents?: number
}

interface RecordDialogProps {
  /** The lead whose client has paid; without one it is chosen in the dialog. */
  readonly leadId?: string
  readonly known?: KnownPayment
  readonly onRecorded?: () => void
  readonly onClose: () => void
}

/** What is refused until what the payment makes was seen. */
const asking = ['client_payment_above_expected', 'client_payment_before_signature'] as const

/** Dialog that records a payment of a client, once it has said what the payment brings. */
export function RecordDialog({ leadId, known = {}, onRecorded, onClose }: RecordDialogProps) {
  const [seen, setSeen] = useState<ClientPaymentPreview | undefined>()
  const form = useDraftForm({
    shape: clientPaymentForm,
    initial: {
      leadId: leadId ?? (null as string | null),
      reference: known.reference ?? '',
      receivedOn: known.receivedOn ?? dayInputText(new Date()),
      netCents: '',
    },
    toRequestBody: (typed) => ({
      ...typed,
      netCents: typedEuros(typed.netCents),
      seenCommissionCents: seen && isAsked(seen) ? seen.commissionCents : undefined,
    }),
    draft: `client payment ${leadId ?? ''} ${known.reference ?? ''}`.trimEnd(),
    errorTitle: m.missingFields(),
    send: async (input) => {
      const { outcome, payment } = await recordClientPayment(input)
      const brought = m.amountFor({ amount: formatEurosExact(payment.commissionCents), name: nameOf(payment.partner) })
      if (outcome === 'repeated') toastSuccess(m.alreadyRecorded(), m.nothingChangedBrought({ brought }))
      else toastSuccess(m.paymentRecorded(), brought)
      onRecorded?.()
      onClose()
    },
    onFailure: (error) => {
      toastFailure(m.error(), error)
      // Another payment has come in meanwhile: what this one brings is read again.
      if (error instanceof ApiError && asking.some((code) => code === error.code)) void preview.refetch()
    },
  })
  const { values } = form
  const receipts = useQuery({ ...leadReceiptsQuery(values.leadId ?? ''), enabled: values.leadId !== null })
  const obstacle = values.leadId ? receipts.data?.obstacle : null
  const netCents = typedNet(values.netCents)
  const preview = usePreview(values, obstacle ? null : netCents)
  if (preview.data !== seen) setSeen(preview.data)
  return (
    <FormDialog
      form={form}
      title={m.addClientPayment()}
      action={preview.data && isAsked(preview.data) ? m.recordAllTheSame() : m.addPayment()}
      disabled={Boolean(obstacle) || preview.data?.outcome === 'refused'}
      size="lg"
      onClose={onClose}
    >
      {!leadId && (
        <PayableLeadField value={values.leadId} error={form.errors.leadId} onChange={(choice) => form.set('leadId', choice)} />
      )}
      {values.leadId && obstacle ? (
        <NoPayment leadId={values.leadId} obstacle={obstacle} />
      ) : (
        <>
          <FieldPair>
            <TextInput label={m.clientsInvoice()} placeholder="F-2026-12" required {...form.text('reference')} />
            <TextInput label={m.receivedOn()} type="date" required max={dayInputText(new Date())} {...form.text('receivedOn')} />
          </FieldPair>
          <SoftText>{m.clientsInvoiceHint()}</SoftText>
          <MoneyField label={m.netAmountField()} required {...form.number('netCents')} />
          {known.receivedCents !== undefined && (
            <SoftText className="figure" style={{ whiteSpace: 'normal' }}>
              {m.bankCredited({ amount: formatEurosExact(known.receivedCents) })}
            </SoftText>
          )}
          {preview.data && netCents ? <WhatItBrings preview={preview.data} netCents={netCents} /> : null}
          {!netCents && receipts.data && receipts.data.expectedCents !== null && (
            <SoftText className="figure" style={{ whiteSpace: 'normal' }}>
              {m.receivedSoFar({
                received: formatEurosExact(receipts.data.receivedCents),
                expected: formatEurosExact(receipts.data.expectedCents),
              })}
            </SoftText>
          )}
          {preview.error instanceof ApiError && <Alert color="red">{preview.error.message}</Alert>}
        </>
      )}
    </FormDialog>
  )
}

/** The amount as typed so far in cents; null while it is none. */
function typedNet(typed: string): number | null {
  const cents = typedEuros(typed)
  return typeof cents === 'number' && Number.isInteger(cents) && cents > 0 && cents <= maxCents ? cents : null
}

/** What the payment that is being typed would bring; asked for once it is typed. */
function usePreview(
  { leadId, reference, receivedOn }: { readonly leadId: string | null; readonly reference: string; readonly receivedOn: string },
  netCents: number | null,
) {
  const [payment] = useDebouncedValue({ leadId, reference: reference.trim(), receivedOn, netCents }, 150)
  const isWhole = payment.leadId !== null && payment.netCents !== null && payment.receivedOn !== ''
  const isCurrent = payment.leadId === leadId && payment.netCents === netCents
  const query = clientPaymentPreviewQuery(payment.leadId ?? '', { ...payment, netCents: payment.netCents ?? 0 })
  const preview = useQuery({ ...query, enabled: isWhole })
  return { ...preview, data: isWhole && isCurrent ? preview.data : undefined }
}
