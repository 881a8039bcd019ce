import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Payout } from '#api/payouts.ts'
import { formatEurosExact } from '#domain/money.ts'
import { announced } from '../app/toasts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { cancelPayout, rejectPayout } from './data.ts'

const steps = {
  cancel: {
    title: 'Cancel payout',
    text: (about: string) =>
      `Cancel ${about}? Its commissions can be in the next run; the statement stays, and its number is not used again.`,
    keep: 'Keep it',
    send: cancelPayout,
    done: 'Payout cancelled',
  },
  reject: {
    title: 'Returned by the bank',
    text: (about: string) => `The bank refused or returned ${about}? It waits until you let it be paid again or cancel it.`,
    keep: 'Cancel',
    send: rejectPayout,
    done: 'Payout marked as returned',
  },
} as const

interface ReasonDialogProps {
  readonly step: keyof typeof steps
  readonly payout: Payout
  readonly onClose: () => void
}

/** A step that asks why. Mounted only while open. */
export function ReasonDialog({ step, payout, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const about = `${payout.reference} of ${formatEurosExact(payout.totalCents)}`
  const { title, text, keep, send, done } = steps[step]
  return (
    <ConfirmDialog
      opened
      danger
      title={title}
      text={text(about)}
      action={title}
      cancel={keep}
      onClose={onClose}
      onConfirm={() => announced(send(payout.id, reason.trim()), done, about)}
    >
      <Textarea
        label="Reason"
        description="The partner reads it"
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
