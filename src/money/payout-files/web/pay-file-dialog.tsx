import type { PayoutFileDetail } from '../api.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { announced } from '#platform/web/app/toasts.ts'
import { PaymentFields, usePayment } from '#money/commissions/web/payment-fields.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { payPayoutFile } from './data.ts'

/** Confirmation that everything of a file that is under way was paid. Mounted only while open. */
export function PayFileDialog({ file, onClose }: { file: PayoutFileDetail; onClose: () => void }) {
  const { payment, ...fields } = usePayment()
  const amount = formatEurosExact(file.liveCents)
  const about = `${file.liveCount === 1 ? '1 transfer' : `${file.liveCount} transfers`} of ${file.reference}, ${amount}`
  return (
    <ConfirmDialog
      opened
      title="Mark the file as paid"
      text={`Mark ${about}, as paid? What the bank returned you can note payout by payout.`}
      action={`Mark ${amount} as paid`}
      onClose={onClose}
      onConfirm={() => announced(payPayoutFile(file, payment), 'Marked as paid', about)}
    >
      <PaymentFields {...fields} />
    </ConfirmDialog>
  )
}
