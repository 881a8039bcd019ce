import { formatEurosExact } from '#platform/domain/money.ts'
import type { Commission } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import { payCommission } from './data.ts'
import { PaymentDialog } from './payment-dialog.tsx'

/** Confirmation of a payment, with its day and bank reference. Mounted only while open. */
export function PayDialog({ row, onClose }: { row: Commission; onClose: () => void }) {
  const amountFor = m.amountFor({ amount: formatEurosExact(row.amountCents), name: row.partner.name })
  return (
    <PaymentDialog
      title={m.markAsPaidTitle()}
      text={m.payText({ amountFor, after: m.afterPayment() })}
      action={m.markAsPaid}
      draft={`payment of ${row.id}`}
      done={[m.commissionMarkedPaid, amountFor]}
      onPay={(payment) => payCommission(row.id, payment)}
      onClose={onClose}
    />
  )
}
