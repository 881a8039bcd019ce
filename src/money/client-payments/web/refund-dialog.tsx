import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ClientPayment } from '../api/client-payments.ts'
import { refundForm } from '../api/client-payments.ts'
import { maxReferenceLength } from '../domain/client-payments.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { eurosInputText, typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/draft-form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { FieldPair } from '#platform/web/ui/field-pair.tsx'
import { MoneyField } from '#platform/web/ui/money-field.tsx'
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
      const taken = `${formatEurosExact(refund.commissionCents)} for ${partner.name}`
      if (outcome === 'repeated') toastSuccess('Already recorded', `Nothing was changed: it took back ${taken}`)
      else toastSuccess('Refund recorded', taken)
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  return (
    <Dialog lang="en" onClose={form.leaving(onClose)} filled={form.filled} title={`Refund of ${reference}`} size="lg">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text fz="sm" c="var(--ink-soft)">
            {formatEurosExact(refundableCents)} of this payment can be refunded. What it brought {partner.name} is taken back at
            its rate, by a line that is settled with the next payment.
          </Text>
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
          <Group justify="flex-end">
            <Button variant="default" onClick={form.leaving(onClose)}>
              Cancel
            </Button>
            <Button type="submit" color="red.9" loading={form.busy}>
              Record refund
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
