import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { PayoutFileDetail } from '#api/payout-files.ts'
import { announced } from '../app/toasts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { withdrawPayoutFile } from './data.ts'

/** Takes a file back that the bank did not execute. Mounted only while open. */
export function WithdrawDialog({ file, onClose }: { file: PayoutFileDetail; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const text =
    `Withdraw ${file.reference}? Only if the bank did not and will not execute it: its payouts are approved again ` +
    'and can be in another file.'
  return (
    <ConfirmDialog
      opened
      danger
      title="Withdraw file"
      text={text}
      action="Withdraw file"
      cancel="Keep it"
      onClose={onClose}
      onConfirm={() => announced(withdrawPayoutFile(file.id, reason.trim()), 'File withdrawn', file.reference)}
    >
      <Textarea
        label="Reason"
        required
        autosize
        minRows={2}
        maxLength={500}
        mb="md"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
