import { formatEurosExact } from '#platform/domain/money.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { holdForm } from '../api/commission-forms.ts'
import type { Commission } from '../api/commissions.ts'
import { holdCommission } from './data.ts'

/** Dialog that keeps a commission from being paid, with the reason that its partner reads. Mounted only while open. */
export function HoldDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const amount = `${formatEurosExact(commission.amountCents)} for ${commission.partner.name}`
  const counts =
    commission.status === 'en_attente'
      ? 'It stays pending, and counts for the tier once it is validated.'
      : 'It stays earned and counts for the tier.'
  return (
    <ReasonDialog
      rule={holdForm.shape.reason}
      title="Hold commission"
      text={`${amount} is not paid until you release it. ${counts}`}
      description="The partner reads it"
      maxLength={500}
      action="Hold"
      draft={`hold ${commission.id}`}
      done={['Commission held', amount]}
      onSend={(reason) => holdCommission(commission.id, { reason })}
      onClose={onClose}
    />
  )
}
