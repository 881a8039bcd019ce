import { nameOf } from '#accounts/people/domain.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import type { Payout } from '../api/payouts.ts'
import { approvePayouts } from './data.ts'

interface ApproveDialogProps {
  readonly payouts: readonly Payout[]
  readonly onClose: () => void
  /** Goes on to the bank's file with what was approved; without it the dialog only approves. */
  readonly onFile?: (ids: string[]) => void
}

/** Confirmation of an approval, of one payout or several. Mounted only while open. */
export function ApproveDialog({ payouts, onClose, onFile }: ApproveDialogProps) {
  const amount = formatEurosExact(payouts.reduce((sum, each) => sum + each.totalCents, 0))
  const [first] = payouts
  const about =
    payouts.length === 1 && first
      ? `${first.reference} of ${amount} for ${nameOf(first.partner)}`
      : `${payouts.length} payouts, ${amount} in all`
  const approve = () => announced(approvePayouts(payouts), 'Approved', about)
  return (
    <ConfirmDialog
      opened
      title={payouts.length === 1 ? 'Approve payout' : 'Approve payouts'}
      text={`Approve ${about}? Approved payouts can be sent to the bank.`}
      action={`Approve ${amount}`}
      onClose={onClose}
      onConfirm={approve}
      {...(onFile
        ? {
            also: {
              action: 'Approve and make the bank file',
              onConfirm: async () => {
                await approve()
                onFile(payouts.map(({ id }) => id))
              },
            },
          }
        : {})}
    />
  )
}
