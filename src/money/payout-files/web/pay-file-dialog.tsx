import { PaymentDialog } from '#money/commissions/web/payment-dialog.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { PayoutFileDetail } from '../api.ts'
import { m } from '../messages/messages.ts'
import { payPayoutFile } from './data.ts'

/** Confirmation that everything of a file that is under way was paid. Mounted only while open. */
export function PayFileDialog({ file, onClose }: { file: PayoutFileDetail; onClose: () => void }) {
  const amount = formatEurosExact(file.liveCents)
  const about = m.transfersOf({ count: file.liveCount, reference: file.reference, amount })
  return (
    <PaymentDialog
      title={m.markFilePaid()}
      text={m.markFilePaidQuestion({ about })}
      action={m.markAmountPaid({ amount })}
      draft={`payment of ${file.id}`}
      done={[m.markedAsPaid(), about]}
      onPay={(payment) => payPayoutFile(file, payment)}
      onClose={onClose}
    />
  )
}
