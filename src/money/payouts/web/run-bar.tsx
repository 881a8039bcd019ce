import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import type { Payout } from '../api/payouts.ts'
import { payableOfRunQuery } from './data.ts'

interface RunBarProps {
  readonly runId: string
  readonly onPay: (payouts: readonly Payout[]) => void
}

/** Marks every payout of the chosen run as paid that can be, whether or not the page shows it. */
export function RunBar({ runId, onPay }: RunBarProps) {
  const { data: payouts = [] } = useQuery(payableOfRunQuery(runId))
  const mayPay = useRight('money')
  if (payouts.length === 0 || !mayPay) return null
  const sum = formatEurosExact(payouts.reduce((total, { totalCents }) => total + totalCents, 0))
  return (
    <Group className="surface" role="region" aria-label="The run" p="sm" mb="md" gap="sm">
      <Text fz="sm" fw={500} mr="auto">
        To be paid of this run: {payouts.length === 1 ? '1 payout' : `${payouts.length} payouts`}, {sum}
      </Text>
      <Button size="sm" variant="default" onClick={() => onPay(payouts)}>
        Mark the whole run as paid
      </Button>
    </Group>
  )
}
