import { nameOf } from '#accounts/people/domain.ts'
import { PaymentDialog } from '#money/commissions/web/payment-dialog.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { Payout } from '../api/payouts.ts'
import { payPayouts } from './data.ts'

/** Confirmation that payouts were paid, with the day and the bank's reference. Mounted only while open. */
export function PayPayoutsDialog({ payouts, onClose }: { payouts: readonly Payout[]; onClose: () => void }) {
  const amount = formatEurosExact(payouts.reduce((sum, each) => sum + each.totalCents, 0))
  const [first] = payouts
  const about =
    payouts.length === 1 && first
      ? `${first.reference} of ${amount} for ${nameOf(first.partner)}`
      : `${payouts.length} payouts, ${amount} in all`
  return (
    <PaymentDialog
      title="Mark as paid"
      text={`Mark ${about} as paid? Their commissions are paid with them; what the bank returns later can be taken back.`}
      action={`Mark ${amount} as paid`}
      draft={`payment of ${payouts.map(({ id }) => id).join(' ')}`}
      done={['Marked as paid', about]}
      onPay={(payment) => payPayouts(payouts, payment)}
      onClose={onClose}
    />
  )
}
