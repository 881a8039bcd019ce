import type { Payout } from '../api/payouts.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { nameOf } from '#accounts/people/domain.ts'
import { announced } from '#platform/web/app/toasts.ts'
import { PaymentFields, usePayment } from '#money/commissions/web/payment-fields.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { payPayouts } from './data.ts'

/** Confirmation that payouts were paid, with the day and the bank's reference. Mounted only while open. */
export function PayPayoutsDialog({ payouts, onClose }: { payouts: readonly Payout[]; onClose: () => void }) {
  const { payment, ...fields } = usePayment()
  const amount = formatEurosExact(payouts.reduce((sum, each) => sum + each.totalCents, 0))
  const [first] = payouts
  const about =
    payouts.length === 1 && first
      ? `${first.reference} of ${amount} for ${nameOf(first.partner)}`
      : `${payouts.length} payouts, ${amount} in all`
  return (
    <ConfirmDialog
      opened
      title="Mark as paid"
      text={`Mark ${about} as paid? Their commissions are paid with them; what the bank returns later can be taken back.`}
      action={`Mark ${amount} as paid`}
      onClose={onClose}
      onConfirm={() => announced(payPayouts(payouts, payment), 'Marked as paid', about)}
    >
      <PaymentFields {...fields} />
    </ConfirmDialog>
  )
}
