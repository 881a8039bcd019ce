import { Text, TextInput } from '@mantine/core'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { eurosInputText, typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { reversalForm } from '../api/commission-forms.ts'
import type { Commission } from '../api/commissions.ts'
import { clawbackAmount } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { reverseCommission } from './data.ts'

/** What its rule makes of a part of the revenue, a rate does not say. */
const hasArithmetic = ({ rule }: Commission) => rule?.arithmetic != null

/** What is left of a commission, and of which revenue. */
function leftText(commission: Commission): string {
  const { left, commissionRate, partner } = commission
  const seen = { name: partner.name, amount: formatEurosExact(left.amountCents) }
  if (left.revenueCents === 0) return m.takeSumBackText(seen)
  const revenue = formatEurosExact(left.revenueCents)
  if (hasArithmetic(commission)) return m.takeBackByRuleText({ ...seen, revenue })
  return m.takeBackText({ ...seen, revenue, rate: percentText(commissionRate) })
}

/** Dialog that takes back a part of a commission, or all that is left of it. */
export function ReverseDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const { left, commissionRate, partner, lead } = commission
  const isByRule = hasArithmetic(commission)
  const isSum = left.revenueCents === 0
  const form = useDraftForm({
    shape: reversalForm,
    initial: { revenueCents: eurosInputText(left.revenueCents), reason: '' },
    toRequestBody: ({ revenueCents, reason }) => ({
      revenueCents: typedEuros(revenueCents),
      reason,
      leftCents: isSum ? left.amountCents : left.revenueCents,
    }),
    draft: `reverse ${commission.id}`,
    errorTitle: m.missingFields(),
    send: async (input) => {
      const { amountCents } = await reverseCommission(commission.id, input)
      toastSuccess(m.commissionTakenBack(), m.amountFor({ amount: formatEurosExact(amountCents), name: partner.name }))
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const revenue = typedEuros(form.values.revenueCents)
  const isPart = typeof revenue === 'number' && Number.isSafeInteger(revenue) && revenue > 0 && revenue <= left.revenueCents
  const ofPart = isPart ? clawbackAmount(left, revenue, commissionRate) : null
  const takes = isSum ? left.amountCents : ofPart
  return (
    <FormDialog
      form={form}
      title={m.takeBackCommission()}
      action={m.takeBack()}
      danger
      disabled={takes === null}
      onClose={onClose}
    >
      <SoftText>{leftText(commission)}</SoftText>
      {!isSum && <MoneyField label={m.revenueLost()} required {...form.number('revenueCents')} />}
      <TextInput label={m.reason()} description={m.partnerReadsIt()} required {...form.text('reason')} />
      <Text fw={600} aria-live="polite">
        {takes === null
          ? m.atMostOfRevenue({ revenueCents: formatEurosExact(left.revenueCents) })
          : isByRule && !isSum
            ? m.ruleTakesBack()
            : m.takesBackAmount({ commissionRate: formatEurosExact(takes) })}
      </Text>
      {isByRule && lead !== null && <SoftText>{m.sharedTakenBack()}</SoftText>}
    </FormDialog>
  )
}
