import { Checkbox, TextInput } from '@mantine/core'
import { formatEurosExact } from '#platform/domain/money.ts'
import { eurosInputText, typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type ClientPayment, refundForm } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { refundClientPayment } from './data.ts'

/** Dialog that records a refund of a client's payment. */
export function RefundDialog({ payment, onClose }: { payment: ClientPayment; onClose: () => void }) {
  const { refundableCents, reference, partner } = payment
  const form = useDraftForm({
    shape: refundForm,
    initial: {
      reference: '',
      receivedOn: dayInputText(new Date()),
      netCents: eurosInputText(refundableCents),
      isExpectedAgain: false,
    },
    toRequestBody: ({ netCents, ...typed }) => ({ ...typed, netCents: typedEuros(netCents) }),
    draft: `refund ${payment.id}`,
    errorTitle: m.missingFields(),
    send: async (input) => {
      const { outcome, payment: refund } = await refundClientPayment(payment.id, input)
      const takenText = m.amountFor({ amount: formatEurosExact(refund.commissionCents), name: partner.name })
      if (outcome === 'repeated') toastSuccess(m.alreadyRecorded(), m.nothingChangedTookBack({ takenText }))
      else toastSuccess(m.refundRecorded(), takenText)
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={m.refundOfPayment({ reference })} action={m.recordRefund()} danger size="lg" onClose={onClose}>
      <SoftText>{m.refundText({ amount: formatEurosExact(refundableCents), name: partner.name })}</SoftText>
      <FieldPair>
        <TextInput label={m.creditNote()} placeholder="AV-2026-03" required {...form.text('reference')} />
        <TextInput
          label={m.refundedOn()}
          type="date"
          required
          min={payment.receivedOn}
          max={dayInputText(new Date())}
          {...form.text('receivedOn')}
        />
      </FieldPair>
      <MoneyField label={m.netAmountField()} required {...form.number('netCents')} />
      <Checkbox
        label={m.recordedByMistake()}
        checked={form.values.isExpectedAgain}
        onChange={({ currentTarget }) => form.set('isExpectedAgain', currentTarget.checked)}
      />
    </FormDialog>
  )
}
