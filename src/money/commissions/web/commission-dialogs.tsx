import { formatEurosExact } from '#platform/domain/money.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { holdForm } from '../api/commission-forms.ts'
import type { Commission } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import type { CommissionDialog } from './commission-row-actions.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { holdCommission, payCommission, releaseCommission, removeCommission } from './data.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'
import { ValidateDialog } from './validate-dialog.tsx'
import { WhyDialog } from './why-dialog.tsx'

interface CommissionDialogsProps {
  readonly dialog: CommissionDialog | null
  readonly row: Commission | null
  readonly onClose: () => void
}

/** The dialog opened from a row of the staff's table. */
export function CommissionDialogs({ dialog, row, onClose }: CommissionDialogsProps) {
  const amountFor = row ? m.amountFor({ amount: formatEurosExact(row.amountCents), name: row.partner.name }) : ''
  return (
    <>
      {row && dialog === 'validate' && <ValidateDialog row={row} onClose={onClose} />}
      {row && dialog === 'correct' && <CorrectDialog commission={row} onClose={onClose} />}
      {row && dialog === 'why' && <WhyDialog commission={row} onClose={onClose} />}
      {row && dialog === 'pay' && <PayDialog row={row} onClose={onClose} />}
      {row && dialog === 'reverse' && <ReverseDialog commission={row} onClose={onClose} />}
      {row && dialog === 'hold' && <HoldDialog commission={row} onClose={onClose} />}
      <ConfirmDialog
        opened={dialog === 'release'}
        title={m.releaseCommission()}
        text={row ? m.releaseText({ amountFor, reason: row.heldReason ?? '' }) : ''}
        action={m.release()}
        onClose={onClose}
        onConfirm={async () => row && announced(releaseCommission(row.id), m.commissionReleased(), amountFor)}
      />
      <ConfirmDialog
        opened={dialog === 'remove'}
        title={m.removeCommission()}
        text={row ? m.removeText({ amountFor, description: row.description }) : ''}
        action={m.remove()}
        danger
        onClose={onClose}
        onConfirm={async () => row && announced(removeCommission(row.id), m.commissionRemoved())}
      />
    </>
  )
}

/** Confirmation of a payment, with its day and bank reference. */
function PayDialog({ row, onClose }: { row: Commission; onClose: () => void }) {
  const amountFor = m.amountFor({ amount: formatEurosExact(row.amountCents), name: row.partner.name })
  return (
    <PaymentDialog
      title={m.markAsPaidTitle()}
      text={m.payText({ amountFor, after: m.afterPayment() })}
      action={m.markAsPaid}
      draft={`payment of ${row.id}`}
      done={[m.commissionMarkedPaid, amountFor]}
      commissions={[row]}
      onPay={(payment) => payCommission(row.id, payment)}
      onClose={onClose}
    />
  )
}

/** Dialog that keeps a commission from being paid, with the reason that its partner reads. */
function HoldDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const amountFor = m.amountFor({ amount: formatEurosExact(commission.amountCents), name: commission.partner.name })
  const counts = commission.status === 'en_attente' ? m.holdWhilePending() : m.holdWhileEarned()
  return (
    <ReasonDialog
      rule={holdForm.shape.reason}
      title={m.holdCommission()}
      text={m.holdText({ amountFor, counts })}
      description={m.partnerReadsIt()}
      max={500}
      action={m.hold()}
      draft={`hold ${commission.id}`}
      done={[m.commissionIsHeld(), amountFor]}
      onSend={(reason) => holdCommission(commission.id, { reason })}
      onClose={onClose}
    />
  )
}
