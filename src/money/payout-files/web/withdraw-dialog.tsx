import { reason } from '#money/payouts/api/payout-runs.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import type { PayoutFileDetail } from '../api.ts'
import { m } from '../messages/messages.ts'
import { withdrawPayoutFile } from './data.ts'

/** Takes a file back that the bank did not execute. Mounted only while open. */
export function WithdrawDialog({ file, onClose }: { file: PayoutFileDetail; onClose: () => void }) {
  return (
    <ReasonDialog
      rule={reason}
      title={m.withdrawFile()}
      text={m.withdrawQuestion({ reference: file.reference })}
      maxLength={500}
      action={m.withdrawFile()}
      cancel={m.keepIt()}
      danger
      draft={`withdrawal of file ${file.id}`}
      done={[m.fileWasWithdrawn(), file.reference]}
      onSend={(why) => withdrawPayoutFile(file.id, why)}
      onClose={onClose}
    />
  )
}
