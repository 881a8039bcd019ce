import type { PayoutFileDetail } from '#api/payout-files.ts'
import { formatEurosExact } from '#domain/money.ts'
import { announced } from '../app/toasts.ts'
import { PaymentFields, usePayment } from '../commissions/payment-fields.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
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
