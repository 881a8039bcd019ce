import { formatEurosExact } from '#platform/domain/money.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { holdForm } from '../api/commission-forms.ts'
import type { Commission } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import { holdCommission } from './data.ts'

/** Dialog that keeps a commission from being paid, with the reason that its partner reads. Mounted only while open. */
export function HoldDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const amountFor = m.amountFor({ amount: formatEurosExact(commission.amountCents), name: commission.partner.name })
  const counts = commission.status === 'en_attente' ? m.holdWhilePending() : m.holdWhileEarned()
  return (
    <ReasonDialog
      rule={holdForm.shape.reason}
      title={m.holdCommission()}
      text={m.holdText({ amountFor, counts })}
      description={m.partnerReadsIt()}
      maxLength={500}
      action={m.hold()}
      draft={`hold ${commission.id}`}
      done={[m.commissionIsHeld(), amountFor]}
      onSend={(reason) => holdCommission(commission.id, { reason })}
      onClose={onClose}
    />
  )
}
