import { Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Commission } from '#contract/commissions.ts'
import { correctionForm } from '#contract/commissions.ts'
import { commissionAmount, formatEurosExact, formatPercent, parseEuros } from '#domain/money.ts'
import { useContractForm } from '../app/form.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { EurosInput, RateInput } from './add-commission-dialog.tsx'
import { correctCommission } from './data.ts'

/** Corrects a pending commission's revenue and rate. It is mounted while it is open. */
export function CorrectDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const form = useContractForm({
    shape: correctionForm,
    initial: {
      revenueCents: (commission.revenueCents / 100) as string | number,
      commissionRate: commission.commissionRate as string | number,
    },
    wire: ({ revenueCents, commissionRate }) => ({
      revenueCents: parseEuros(String(revenueCents)),
      commissionRate: commissionRate === '' ? null : Number(commissionRate),
    }),
    faultTitle: 'Error',
    send: async (input) => {
      await correctCommission(commission.id, input)
      const amount = formatEurosExact(commissionAmount(input.revenueCents, input.commissionRate))
      toastSuccess('Commission corrected', `${amount} for ${commission.partner.name}`)
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  const { revenueCents, commissionRate } = form.values
  const revenue = parseEuros(String(revenueCents))
  const known = revenue !== null && revenue >= 0 && commissionRate !== ''
  return (
    <Modal opened onClose={onClose} title="Correct commission" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text fz="sm" c="var(--ink-soft)">
            {commission.partner.name}: {formatEurosExact(commission.revenueCents)} × {formatPercent(commission.commissionRate)} %
            = {formatEurosExact(commission.amountCents)} so far. The partner sees what was changed.
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
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
              value={commissionRate}
              error={form.faults.commissionRate}
              onChange={(value) => form.set('commissionRate', value)}
            />
          </SimpleGrid>
          <Text fw={600} aria-live="polite">
            {known ? `New amount: ${formatEurosExact(commissionAmount(revenue, Number(commissionRate)))}` : ' '}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={form.busy}>
              Correct
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
