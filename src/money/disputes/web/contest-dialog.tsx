import { Text } from '@mantine/core'
import { typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { disputeForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { openDispute } from './data.ts'

/** What is contested: the amount of a commission, or that there is none for a lead, or for something without a lead. */
export type Contested = { readonly commissionId: string } | { readonly leadId: string } | Record<string, never>

interface ContestDialogProps {
  readonly about: Contested
  readonly zIndex?: number
  readonly onClose: () => void
}

/** Dialog with which a partner contests an amount or a missing commission. */
export function ContestDialog({ about, onClose, ...look }: ContestDialogProps) {
  const isAmount = 'commissionId' in about
  const form = useDraftForm({
    shape: disputeForm,
    initial: { message: '', expectedCents: '' },
    toRequestBody: ({ message, expectedCents }) => ({
      ...about,
      message,
      ...(expectedCents.trim() === '' ? {} : { expectedCents: typedEuros(expectedCents) }),
    }),
    draft: `contest ${Object.values(about)[0] ?? 'missing'}`,
    errorTitle: m.formIncomplete(),
    send: async (input) => {
      await openDispute(input)
      toastSuccess(m.disputeOpened())
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog
      form={form}
      title={isAmount ? m.contestAmount() : m.contestMissing()}
      action={m.contest()}
      {...look}
      onClose={onClose}
    >
      <Text fz="sm">{isAmount ? m.contestAmountText() : m.contestMissingText()}</Text>
      {!isAmount && <MailNote />}
      <LongText label={m.whatIsWrong()} required minRows={3} maxRows={10} max={2000} {...form.text('message')} />
      <MoneyField label={m.amountYouExpect()} {...form.number('expectedCents')} />
    </FormDialog>
  )
}
