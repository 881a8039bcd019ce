import { reason } from '#money/payouts/api/payout-runs.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import type { PayoutFileDetail } from '../api.ts'
import { withdrawPayoutFile } from './data.ts'

/** Takes a file back that the bank did not execute. Mounted only while open. */
export function WithdrawDialog({ file, onClose }: { file: PayoutFileDetail; onClose: () => void }) {
  const text =
    `Withdraw ${file.reference}? Only if the bank did not and will not execute it: its payouts are approved again ` +
    'and can be in another file.'
  return (
    <ReasonDialog
      rule={reason}
      title="Withdraw file"
      text={text}
      maxLength={500}
      action="Withdraw file"
      cancel="Keep it"
      danger
      draft={`withdrawal of file ${file.id}`}
      done={['File withdrawn', file.reference]}
      onSend={(why) => withdrawPayoutFile(file.id, why)}
      onClose={onClose}
    />
  )
}
