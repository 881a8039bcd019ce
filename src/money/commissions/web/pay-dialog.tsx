import { formatEurosExact } from '#platform/domain/money.ts'
import type { Commission } from '../api/commissions.ts'
import { announced } from '#platform/web/app/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { payCommission } from './data.ts'
import { PaymentFields, usePayment } from './payment-fields.tsx'

/** Confirmation of a payment, with its day and bank reference. Mounted only while open. */
export function PayDialog({ row, onClose }: { row: Commission; onClose: () => void }) {
  const { payment, ...fields } = usePayment()
  const amount = `${formatEurosExact(row.amountCents)} for ${row.partner.name}`
  return (
    <ConfirmDialog
      opened
      title="Mark as paid"
      text={`Mark ${amount} as paid? What was paid by mistake is taken back by a line of its own.`}
      action="Mark as Paid"
      onClose={onClose}
      onConfirm={() => announced(payCommission(row.id, payment), 'Commission marked as paid', amount)}
    >
      <PaymentFields {...fields} />
    </ConfirmDialog>
  )
}
