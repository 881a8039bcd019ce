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
import { maxReferenceLength } from '../domain/client-payments.ts'
import { refundClientPayment } from './data.ts'

/** Dialog that records a refund of a client's payment. Mounted only while open. */
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
    wire: ({ netCents, ...typed }) => ({ ...typed, netCents: typedEuros(netCents) }),
    draft: `refund ${payment.id}`,
    faultTitle: 'Missing fields',
    send: async (input) => {
      const { outcome, payment: refund } = await refundClientPayment(payment.id, input)
      const takenText = `${formatEurosExact(refund.commissionCents)} for ${partner.name}`
      if (outcome === 'repeated') toastSuccess('Already recorded', `Nothing was changed: it took back ${takenText}`)
      else toastSuccess('Refund recorded', takenText)
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  return (
    <FormDialog form={form} title={`Refund of ${reference}`} action="Record refund" danger size="lg" onClose={onClose}>
      <SoftText>
        {formatEurosExact(refundableCents)} of this payment can be refunded. What it brought {partner.name} is taken back at its
        rate, by a line that is settled with the next payment.
      </SoftText>
      <FieldPair>
        <TextInput
          label="Credit note"
          placeholder="AV-2026-03"
          required
          maxLength={maxReferenceLength}
          {...form.text('reference')}
        />
        <TextInput label="Refunded on" type="date" required max={dayInputText(new Date())} {...form.text('receivedOn')} />
      </FieldPair>
      <MoneyField label="Amount net of VAT (€)" required {...form.number('netCents')} />
      <Checkbox
        label="It was recorded by mistake: this amount is still expected"
        checked={form.values.isExpectedAgain}
        onChange={({ currentTarget }) => form.set('isExpectedAgain', currentTarget.checked)}
      />
    </FormDialog>
  )
}
