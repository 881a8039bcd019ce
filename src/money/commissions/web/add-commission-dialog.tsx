import { TextInput } from '@mantine/core'
import { PartnerField } from '#accounts/people/web/partner-field.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { eurosInputText, percentInputText } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useSettings } from '#platform/web/app/session/session.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { commissionForm } from '../api/commission-forms.ts'
import { m } from '../messages/messages.ts'
import { addCommission } from './data.ts'
import { amountOf, MoneyFields, moneyOf } from './money-fields.tsx'

interface AddCommissionDialogProps {
  /** What the form starts with; null where nothing is known. */
  readonly start?: {
    readonly partnerId: string
    readonly description: string
    readonly revenueCents: number | null
    readonly commissionRate: number | null
  }
  readonly onClose: () => void
}

/** Dialog that adds a commission without a lead. */
export function AddCommissionDialog({ start, onClose }: AddCommissionDialogProps) {
  const form = useDraftForm({
    shape: commissionForm,
    initial: {
      partnerId: (start?.partnerId ?? null) as string | null,
      description: start?.description ?? '',
      revenueCents: start?.revenueCents ? eurosInputText(start.revenueCents) : '',
      commissionRate: start?.commissionRate ? percentInputText(start.commissionRate) : '',
    },
    toRequestBody: ({ partnerId, description, ...typed }) => {
      const { commissionRate, ...money } = moneyOf(typed)
      return { partnerId, description, ...money, ...(commissionRate === null ? {} : { commissionRate }) }
    },
    draft: start ? `commission for ${start.partnerId} ${start.description}` : 'commission',
    errorTitle: m.missingFields(),
    send: async (input) => {
      await addCommission(input)
      toastSuccess(m.commissionAdded(), m.revenueToValidate({ revenueCents: formatEurosExact(input.revenueCents) }))
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const amount = amountOf(form.values)
  const hasTiers = useSettings().commission.tiers > 0
  return (
    <FormDialog form={form} title={m.addCommission()} action={m.addCommission()} size="lg" onClose={onClose}>
      <PartnerField
        name="partnerId"
        value={form.values.partnerId}
        error={form.errors.partnerId}
        onChange={(partnerId) => form.set('partnerId', partnerId)}
      />
      <TextInput label={m.whatFor()} description={m.whatForHint()} required {...form.text('description')} />
      <MoneyFields form={form} ratePlaceholder={hasTiers ? m.rateOfTier() : ''} />
      <SoftText aria-live="polite">
        {amount !== null
          ? m.commissionAmount({ amount: formatEurosExact(amount) })
          : hasTiers
            ? m.rateOfTierApplies()
            : m.rateOfNoTier()}
      </SoftText>
    </FormDialog>
  )
}
