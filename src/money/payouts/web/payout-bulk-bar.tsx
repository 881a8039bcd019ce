import { Button } from '@mantine/core'
import { formatEurosExact } from '#platform/domain/money.ts'
import { BulkBar } from '#platform/web/ui/tables/bulk-bar.tsx'
import { maxPayoutsAtOnce, type Payout } from '../api/payouts.ts'
import { m } from '../messages/messages.ts'

interface PayoutBulkBarProps {
  readonly selection: readonly Payout[]
  readonly onAsk: (batch: { step: 'approve' | 'pay'; payouts: readonly Payout[] }) => void
  readonly onFile: (ids: string[]) => void
  readonly onClear: () => void
}

/** Steps that several payouts can take at once, each with its sum. */
export function PayoutBulkBar({ selection, onAsk, onFile, onClear }: PayoutBulkBarProps) {
  const approved = selection.filter(({ state }) => state === 'approved')
  return (
    <BulkBar
      label={m.chosenPayouts()}
      count={selection.length}
      text={m.payoutsChosen({ count: selection.length })}
      onClear={onClear}
    >
      {(['approve', 'pay'] as const).map((step) => {
        const payouts = selection.filter(({ can }) => can[step])
        const sum = formatEurosExact(payouts.reduce((total, each) => total + each.totalCents, 0))
        return (
          payouts.length > 0 && (
            <Button
              key={step}
              size="sm"
              variant={step === 'pay' ? 'default' : 'filled'}
              disabled={payouts.length > maxPayoutsAtOnce}
              onClick={() => onAsk({ step, payouts })}
            >
              {step === 'approve' ? m.approveAmount({ amount: sum }) : m.markPaidAmount({ sum })}
            </Button>
          )
        )
      })}
      {approved.length > 0 && (
        <Button
          size="sm"
          variant="default"
          disabled={approved.length > maxPayoutsAtOnce}
          onClick={() => onFile(approved.map(({ id }) => id))}
        >
          {m.bankFileAmount({ sum: formatEurosExact(approved.reduce((total, each) => total + each.totalCents, 0)) })}
        </Button>
      )}
    </BulkBar>
  )
}
