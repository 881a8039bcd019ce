import { nameOf } from '#accounts/people/domain.ts'
import { PaymentDialog } from '#money/commissions/web/payment-dialog.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { Payout } from '../api/payouts.ts'
import { m } from '../messages/messages.ts'
import { payPayouts } from './data.ts'

/** Confirmation that payouts were paid, with the day and the bank's reference. */
export function PayPayoutsDialog({ payouts, onClose }: { payouts: readonly Payout[]; onClose: () => void }) {
  const amount = formatEurosExact(payouts.reduce((sum, each) => sum + each.totalCents, 0))
  const [first] = payouts
  const about =
    payouts.length === 1 && first
      ? m.payoutOfPartner({ reference: first.reference, amount, name: nameOf(first.partner) })
      : m.payoutsInAll({ count: payouts.length, amount })
  return (
    <PaymentDialog
      title={m.markPaidTitle()}
      text={m.markPaidQuestion({ about })}
      action={m.markAmountPaid({ amount })}
      draft={`payment of ${payouts.map(({ id }) => id).join(' ')}`}
      done={[m.markedAsPaid(), about]}
      onPay={(payment) => payPayouts(payouts, payment)}
      onClose={onClose}
    />
  )
}
