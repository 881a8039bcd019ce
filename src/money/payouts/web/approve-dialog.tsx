import { nameOf } from '#accounts/people/domain.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import type { Payout } from '../api/payouts.ts'
import { m } from '../messages/messages.ts'
import { approvePayouts } from './data.ts'

interface ApproveDialogProps {
  readonly payouts: readonly Payout[]
  readonly onClose: () => void
  /** Goes on to the bank's file with what was approved; without it the dialog only approves. */
  readonly onFile?: (ids: string[]) => void
}

/** Confirmation of an approval, of one payout or several. */
export function ApproveDialog({ payouts, onClose, onFile }: ApproveDialogProps) {
  const amount = formatEurosExact(payouts.reduce((sum, each) => sum + each.totalCents, 0))
  const [first] = payouts
  const about =
    payouts.length === 1 && first
      ? m.payoutOfPartner({ reference: first.reference, amount, name: nameOf(first.partner) })
      : m.payoutsInAll({ count: payouts.length, amount })
  const approve = () => announced(approvePayouts(payouts), m.approved(), about)
  return (
    <ConfirmDialog
      opened
      title={payouts.length === 1 ? m.approvePayout() : m.approvePayouts()}
      text={m.approveQuestion({ about })}
      action={m.approveAmount({ amount })}
      onClose={onClose}
      onConfirm={approve}
      {...(onFile
        ? {
            also: {
              action: m.approveAndMakeFile(),
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
