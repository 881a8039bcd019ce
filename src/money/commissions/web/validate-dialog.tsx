import { useQuery } from '@tanstack/react-query'
import { formatEuros, formatEurosExact, percentText } from '#platform/domain/money.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import type { Commission } from '../api/commissions.ts'
import { validateCommission, validationEffectQuery } from './data.ts'

/** Confirmation of a validation, with amount and effect on the partner's tier. Mounted only while open. */
export function ValidateDialog({ row, onClose }: { row: Commission; onClose: () => void }) {
  const { data, error } = useQuery(validationEffectQuery(row.id))
  const amount = formatEurosExact(row.amountCents)
  const { name } = row.partner
  const effect = () => {
    if (error) return `Its revenue of ${formatEurosExact(row.revenueCents)} counts for the tier of ${name} from then on.`
    if (!data) return 'Reading what it does to the tier…'
    const { before, after } = data
    const tier = `${after.tierName} (${percentText(after.commissionRate)})`
    const revenue =
      `The revenue of ${name} goes from ${formatEuros(before.totalRevenueCents)} to ` + `${formatEuros(after.totalRevenueCents)}`
    return before.tierName === after.tierName
      ? `${revenue}: the tier stays ${tier}.`
      : `${revenue}: the tier rises from ${before.tierName} (${percentText(before.commissionRate)}) ` +
          `to ${tier}, for the next leads.`
  }
  const accepts = data?.acceptsRegistration ? ` It also accepts the registration ${data.acceptsRegistration}.` : ''
  return (
    <ConfirmDialog
      opened
      title="Validate commission"
      text={`Validate ${amount} for ${name}? ${effect()}${accepts}`}
      action="Validate"
      onClose={onClose}
      onConfirm={() => announced(validateCommission(row.id), 'Commission validated', `${amount} for ${name}`)}
    />
  )
}
