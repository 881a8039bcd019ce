import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { formatEurosExact, percentOf, percentText } from '#platform/domain/money.ts'
import { eurosInputText, percentInputText } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { correctionForm } from '../api/commission-forms.ts'
import type { Commission } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import { correctCommission } from './data.ts'
import { amountOf, MoneyFields, moneyOf } from './money-fields.tsx'

const moneyOfRow = ({ revenueCents, commissionRate }: Commission) => ({ revenueCents, commissionRate })

/**
 * Dialog that corrects revenue and rate of a pending commission. `commission` is live: someone else may correct it while the
 * dialog is open.
 */
export function CorrectDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const [opened] = useState(commission)
  // What its rule makes of another revenue depends on caps and bonuses.
  const isByRule = commission.rule?.arithmetic != null
  const form = useDraftForm({
    shape: correctionForm,
    initial: {
      revenueCents: eurosInputText(commission.revenueCents),
      commissionRate: percentInputText(commission.commissionRate),
    },
    toRequestBody: (typed) => ({ ...moneyOf(typed), from: moneyOfRow(commission) }),
    draft: `commission ${commission.id}`,
    errorTitle: m.error(),
    send: async (input) => {
      await correctCommission(commission.id, input)
      const amount = formatEurosExact(percentOf(input.revenueCents, input.commissionRate))
      toastSuccess(
        m.commissionCorrected(),
        isByRule ? commission.partner.name : m.amountFor({ amount, name: commission.partner.name }),
      )
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const changed = JSON.stringify(moneyOfRow(opened)) !== JSON.stringify(moneyOfRow(commission))
  const amount = isByRule ? null : amountOf(form.values)
  const product = `${formatEurosExact(commission.revenueCents)} × ${percentText(commission.commissionRate)}`
  return (
    <FormDialog form={form} title={m.correctCommission()} action={m.correct()} onClose={onClose}>
      <SoftText>
        {m.correctText({ name: commission.partner.name, product, amount: formatEurosExact(commission.amountCents) })}
      </SoftText>
      {changed && (
        <Alert color="yellow" role="alert">
          {m.correctedByOther({ amount: formatEurosExact(opened.amountCents) })}
        </Alert>
      )}
      {isByRule && <SoftText>{m.correctByRule()}</SoftText>}
      {commission.expectedCents !== null && <SoftText>{m.correctExpected()}</SoftText>}
      <MoneyFields form={form} />
      <Text fw={600} aria-live="polite">
        {amount === null ? ' ' : m.newAmount({ amount: formatEurosExact(amount) })}
      </Text>
    </FormDialog>
  )
}
