import { Text, Textarea } from '@mantine/core'
import { typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { disputeForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { openDispute } from './data.ts'
import { type Lang, words } from './dispute-labels.ts'

/** What is contested: the amount of a commission, or that there is none for a lead, or for something without a lead. */
export type Contested = { readonly commissionId: string } | { readonly leadId: string } | Record<string, never>

interface ContestDialogProps {
  readonly about: Contested
  readonly lang?: Lang
  readonly zIndex?: number
  readonly onClose: () => void
}

/** Dialog with which a partner contests an amount or a missing commission. Mounted only while open. */
export function ContestDialog({ about, lang = 'en', onClose, ...look }: ContestDialogProps) {
  const say = words[lang]
  const isAmount = 'commissionId' in about
  const form = useDraftForm({
    shape: disputeForm,
    initial: { message: '', expectedCents: '' },
    wire: ({ message, expectedCents }) => ({
      ...about,
      message,
      ...(expectedCents.trim() === '' ? {} : { expectedCents: typedEuros(expectedCents) }),
    }),
    draft: `contest ${Object.values(about)[0] ?? 'missing'}`,
    faultTitle: say.invalid,
    send: async (input) => {
      await openDispute(input)
      toastSuccess(say.wasOpened)
      onClose()
    },
    onFailure: (error) => toastFailure(say.error, error),
  })
  return (
    <FormDialog
      form={form}
      title={isAmount ? say.amountTitle : say.missingTitle}
      action={<span lang="fr">{m.contest()}</span>}
      cancel={say.cancel}
      lang={lang}
      {...look}
      onClose={onClose}
    >
      <Text fz="sm">{isAmount ? say.amountText : say.missingText}</Text>
      <Textarea label={say.what} required autosize minRows={3} maxRows={10} maxLength={2000} {...form.text('message')} />
      <MoneyField label={say.amount} {...form.number('expectedCents')} />
    </FormDialog>
  )
}
