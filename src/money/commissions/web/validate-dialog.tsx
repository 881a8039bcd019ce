import { useQuery } from '@tanstack/react-query'
import { formatEuros, formatEurosExact, percentText } from '#platform/domain/money.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import type { Commission } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import { validateCommission, validationEffectQuery } from './data.ts'

/** Confirmation of a validation, with all that is validated and the effect on the partner's tier. */
export function ValidateDialog({ row, onClose }: { row: Commission; onClose: () => void }) {
  const { data, error } = useQuery(validationEffectQuery([row.id]))
  const validates = data?.validates ?? { count: 1, amountCents: row.amountCents }
  const amount = formatEurosExact(validates.amountCents)
  const { name } = row.partner
  const effect = () => {
    if (error) return m.revenueCounts({ revenueCents: formatEurosExact(row.revenueCents), name })
    if (!data) return m.readingEffect()
    const [standing] = data.standings
    if (!standing) return ''
    const { before, after } = standing
    const tierOf = ({ tierName, commissionRate }: typeof after) => `${tierName} (${percentText(commissionRate ?? 0)})`
    const tier = tierOf(after)
    const revenue = { before: formatEuros(before.totalRevenueCents), after: formatEuros(after.totalRevenueCents) }
    if (after.tierName === null) return m.revenueRises({ name, ...revenue })
    return before.tierName === after.tierName
      ? m.tierStays({ name, ...revenue, tier })
      : m.tierRises({ name, ...revenue, tierBefore: tierOf(before), tier })
  }
  const [left] = data?.left ?? []
  const accepts = data?.accepts[0] ? m.acceptsRegistrations({ count: 1, numbers: data.accepts[0] }) : ''
  const amountFor = m.amountFor({ amount, name })
  const whole = validates.count > 1 ? m.validatesWhole({ count: validates.count, own: formatEurosExact(row.amountCents) }) : ''
  return (
    <ConfirmDialog
      opened
      title={m.validateCommission()}
      text={left ? left.why : [m.validateQuestion({ amountFor }), whole, effect(), accepts].filter(Boolean).join(' ')}
      action={m.validate}
      onClose={onClose}
      onConfirm={
        left
          ? null
          : () => announced(validateCommission(row.id, { amountCents: validates.amountCents }), m.commissionValidated, amountFor)
      }
    />
  )
}
