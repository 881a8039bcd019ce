import { PaymentDialog } from '#money/commissions/web/payment-dialog.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { PayoutFileDetail } from '../api.ts'
import { payPayoutFile } from './data.ts'

/** Confirmation that everything of a file that is under way was paid. Mounted only while open. */
export function PayFileDialog({ file, onClose }: { file: PayoutFileDetail; onClose: () => void }) {
  const amount = formatEurosExact(file.liveCents)
  const about = `${file.liveCount === 1 ? '1 transfer' : `${file.liveCount} transfers`} of ${file.reference}, ${amount}`
  return (
    <PaymentDialog
      title="Mark the file as paid"
      text={`Mark ${about}, as paid? What the bank returned you can note payout by payout.`}
      action={`Mark ${amount} as paid`}
      draft={`payment of ${file.id}`}
      done={['Marked as paid', about]}
      onPay={(payment) => payPayoutFile(file, payment)}
      onClose={onClose}
    />
  )
}
