import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRight } from '#access/web/rights.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { Payout } from '../api/payouts.ts'
import { m } from '../messages/messages.ts'
import { openPayoutsOfRunQuery } from './data.ts'

interface RunBarProps {
  readonly runId: string
  readonly onAsk: (batch: { step: 'approve' | 'pay'; payouts: readonly Payout[] }) => void
  readonly onFile: (ids: string[]) => void
}

const sumOf = (payouts: readonly Payout[]) => formatEurosExact(payouts.reduce((sum, { totalCents }) => sum + totalCents, 0))

/** The next step of the chosen run as a whole, whether or not the page shows all of it. */
export function RunBar({ runId, onAsk, onFile }: RunBarProps) {
  const { data: payouts = [] } = useQuery(openPayoutsOfRunQuery(runId))
  const mayPay = useRight('money')
  const [toApprove, approved, payable] = [
    payouts.filter(({ can }) => can.approve),
    payouts.filter(({ state }) => state === 'approved'),
    payouts.filter(({ can }) => can.pay),
  ]
  if (toApprove.length + payable.length === 0 || !mayPay) return null
  const sums = {
    toApprove: m.toBeApprovedSum({ count: toApprove.length, sum: sumOf(toApprove) }),
    toPay: m.toBePaidSum({ count: payable.length, sum: sumOf(payable) }),
  }
  return (
    <Group className="surface" role="region" aria-label={m.theRun()} p="sm" mb="md" gap="sm">
      <Text fz="sm" fw={500} mr="auto" className="figure">
        {toApprove.length > 0 && payable.length > 0
          ? m.ofThisRunBoth(sums)
          : m.ofThisRun({ sums: toApprove.length > 0 ? sums.toApprove : sums.toPay })}
      </Text>
      {payable.length > 0 && (
        <Button size="sm" variant="subtle" color="gray" onClick={() => onAsk({ step: 'pay', payouts: payable })}>
          {m.markRunPaid()}
        </Button>
      )}
      {toApprove.length > 0 ? (
        <Button size="sm" onClick={() => onAsk({ step: 'approve', payouts: toApprove })}>
          {m.approveAmount({ amount: sumOf(toApprove) })}
        </Button>
      ) : (
        approved.length > 0 && (
          <Button size="sm" onClick={() => onFile(approved.map(({ id }) => id))}>
            {m.bankFileAmount({ sum: sumOf(approved) })}
          </Button>
        )
      )}
    </Group>
  )
}
