import { Button, Group, Modal, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { commissionForm } from '#contract/commissions.ts'
import { commissionAmount, formatEurosExact, parseEuros } from '#domain/money.ts'
import { useContractForm } from '../app/form.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { PartnerField } from '../partners/partner-field.tsx'
import { addCommission } from './data.ts'

/** Adds a commission that no lead brought. It is mounted while it is open. */
export function AddCommissionDialog({ onClose }: { onClose: () => void }) {
  const form = useContractForm({
    shape: commissionForm,
    initial: {
      partnerId: null as string | null,
      description: '',
      revenueCents: '' as string | number,
      commissionRate: '' as string | number,
    },
    wire: ({ revenueCents, commissionRate, ...values }) => ({
      ...values,
      revenueCents: parseEuros(String(revenueCents)),
      ...(commissionRate === '' ? {} : { commissionRate: Number(commissionRate) }),
    }),
    faultTitle: 'Missing fields',
    send: async (input) => {
      await addCommission(input)
      toastSuccess('Commission added', `${formatEurosExact(input.revenueCents)} of revenue, to be validated`)
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  const { revenueCents, commissionRate } = form.values
  const revenue = parseEuros(String(revenueCents))
  const amount = revenue !== null && revenue >= 0 && commissionRate !== '' && commissionAmount(revenue, Number(commissionRate))
  return (
    <Modal opened onClose={onClose} title="Add commission" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <PartnerField
            name="partnerId"
            autoFocus
            value={form.values.partnerId}
            error={form.faults.partnerId}
            onChange={(partnerId) => form.set('partnerId', partnerId)}
          />
          <TextInput
            label="What it is for"
            description="The partner reads this in place of a lead"
            required
            maxLength={200}
            {...form.text('description')}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <EurosInput
              label="Revenue (€)"
              name="revenueCents"
              value={revenueCents}
              error={form.faults.revenueCents}
              onChange={(value) => form.set('revenueCents', value)}
            />
            <RateInput
              label="Rate (%)"
              name="commissionRate"
              placeholder="Rate of the partner’s tier"
              value={commissionRate}
              error={form.faults.commissionRate}
              onChange={(value) => form.set('commissionRate', value)}
            />
          </SimpleGrid>
          <Text fz="sm" c="var(--ink-soft)" aria-live="polite">
            {amount !== false
              ? `Commission: ${formatEurosExact(amount)}`
              : 'Without a rate, the one of the partner’s tier applies.'}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.busy}>
              Add commission
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string | number
  readonly error: string | undefined
  readonly placeholder?: string
  readonly onChange: (value: string | number) => void
}

/** An amount in euros with at most two decimals. */
export function EurosInput(props: NumberFieldProps) {
  return <NumberInput {...props} required min={0} step={100} decimalScale={2} thousandSeparator=" " decimalSeparator="," />
}

/** A percentage with at most two decimals. */
export function RateInput(props: NumberFieldProps) {
  return <NumberInput {...props} min={0} max={100} step={1} decimalScale={2} decimalSeparator="," />
}
