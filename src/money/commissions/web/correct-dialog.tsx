import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { commissionAmount, formatEurosExact, percentText } from '#platform/domain/money.ts'
import { eurosInputText, percentInputText } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { correctionForm } from '../api/commission-forms.ts'
import type { Commission } from '../api/commissions.ts'
import { correctCommission } from './data.ts'
import { amountOf, MoneyFields, moneyOf } from './money-fields.tsx'

const moneyOfRow = ({ revenueCents, commissionRate }: Commission) => ({ revenueCents, commissionRate })

/**
 * Dialog that corrects revenue and rate of a pending commission. `commission` is live: someone else may correct it while the
 * dialog is open. Mounted only while open.
 */
export function CorrectDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const [opened] = useState(commission)
  const form = useDraftForm({
    shape: correctionForm,
    initial: {
      revenueCents: eurosInputText(commission.revenueCents),
      commissionRate: percentInputText(commission.commissionRate),
    },
    wire: (typed) => ({ ...moneyOf(typed), from: moneyOfRow(commission) }),
    draft: `commission ${commission.id}`,
    faultTitle: 'Error',
    send: async (input) => {
      await correctCommission(commission.id, input)
      const amount = formatEurosExact(commissionAmount(input.revenueCents, input.commissionRate))
      toastSuccess('Commission corrected', `${amount} for ${commission.partner.name}`)
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  const changed = JSON.stringify(moneyOfRow(opened)) !== JSON.stringify(moneyOfRow(commission))
  const amount = amountOf(form.values)
  const product = `${formatEurosExact(commission.revenueCents)} × ${percentText(commission.commissionRate)}`
  return (
    <FormDialog form={form} title="Correct commission" action="Correct" onClose={onClose}>
      <SoftText>
        {commission.partner.name}: {product} = {formatEurosExact(commission.amountCents)} so far. The partner sees what was
        changed.
      </SoftText>
      {changed && (
        <Alert color="yellow" role="alert">
          Somebody else has just corrected it from {formatEurosExact(opened.amountCents)}. What you save replaces that.
        </Alert>
      )}
      {commission.expectedCents !== null && (
        <SoftText>The client has paid a part at this rate, which stays: correct what is still expected.</SoftText>
      )}
      <MoneyFields form={form} />
      <Text fw={600} aria-live="polite">
        {amount === null ? ' ' : `New amount: ${formatEurosExact(amount)}`}
      </Text>
    </FormDialog>
  )
}
