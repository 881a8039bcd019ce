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

/** Dialog that takes back a part of a commission, or all that is left of it. Mounted only while open. */
export function ReverseDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const { left, commissionRate, partner, rule } = commission
  const isByRule = rule?.arithmetic != null
  const isSum = left.revenueCents === 0
  const form = useDraftForm({
    shape: reversalForm,
    initial: { revenueCents: eurosInputText(left.revenueCents), reason: '' },
    wire: ({ revenueCents, reason }) => ({
      revenueCents: typedEuros(revenueCents),
      reason,
      leftCents: isSum ? left.amountCents : left.revenueCents,
    }),
    draft: `reverse ${commission.id}`,
    faultTitle: m.missingFields(),
    send: async (input) => {
      const { amountCents } = await reverseCommission(commission.id, input)
      toastSuccess(m.commissionTakenBack(), m.amountFor({ amount: formatEurosExact(amountCents), name: partner.name }))
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const revenue = typedEuros(form.values.revenueCents)
  const isPart = typeof revenue === 'number' && Number.isSafeInteger(revenue) && revenue > 0 && revenue <= left.revenueCents
  const seen = { name: partner.name, amount: formatEurosExact(left.amountCents) }
  return (
    <FormDialog
      form={form}
      title={m.takeBackCommission()}
      action={m.takeBack()}
      danger
      disabled={!isSum && !isPart}
      onClose={onClose}
    >
      <SoftText>
        {isSum
          ? m.takeSumBackText(seen)
          : m.takeBackText({ ...seen, revenue: formatEurosExact(left.revenueCents), rate: percentText(commissionRate) })}
      </SoftText>
      {!isSum && <MoneyField label={m.revenueLost()} required {...form.number('revenueCents')} />}
      <TextInput label={m.reason()} description={m.partnerReadsIt()} required maxLength={200} {...form.text('reason')} />
      <Text fw={600} aria-live="polite">
        {isByRule && (isSum || isPart)
          ? m.ruleTakesBack()
          : isPart
            ? m.takesBackAmount({ commissionRate: formatEurosExact(clawbackAmount(left, revenue, commissionRate)) })
            : m.atMostOfRevenue({ revenueCents: formatEurosExact(left.revenueCents) })}
      </Text>
    </FormDialog>
  )
}
