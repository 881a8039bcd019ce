import { formatEurosExact } from '#platform/domain/money.ts'
import type { Commission } from '../api/commissions.ts'
import { payCommission } from './data.ts'
import { PaymentDialog } from './payment-dialog.tsx'

/** Confirmation of a payment, with its day and bank reference. Mounted only while open. */
export function PayDialog({ row, onClose }: { row: Commission; onClose: () => void }) {
  const amount = `${formatEurosExact(row.amountCents)} for ${row.partner.name}`
  return (
    <PaymentDialog
      title="Mark as paid"
      text={`Mark ${amount} as paid? What was paid by mistake is taken back by a line of its own.`}
      action="Mark as Paid"
      draft={`payment of ${row.id}`}
      done={['Commission marked as paid', amount]}
      onPay={(payment) => payCommission(row.id, payment)}
      onClose={onClose}
    />
  )
}
