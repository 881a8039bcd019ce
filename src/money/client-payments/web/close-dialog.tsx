import { TextInput } from '@mantine/core'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { remainderForm } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { closeRemainder } from './data.ts'

interface CloseDialogProps {
  readonly leadId: string
  readonly remainder: { readonly revenueCents: number; readonly amountCents: number }
  readonly onClose: () => void
}

/** Dialog that gives up what a client will not pay any more. Mounted only while open. */
export function CloseDialog({ leadId, remainder: { revenueCents, amountCents }, onClose }: CloseDialogProps) {
  const form = useDraftForm({
    shape: remainderForm,
    initial: { reason: '' },
    toRequestBody: ({ reason }) => ({ reason, remainderCents: revenueCents }),
    draft: `close ${leadId}`,
    errorTitle: m.missingFields(),
    send: async (input) => {
      await closeRemainder(leadId, input)
      toastSuccess(m.remainderClosed(), m.notExpectedAnyMore({ revenueCents: formatEurosExact(revenueCents) }))
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={m.closeRemainder()} action={m.closeRemainder()} danger onClose={onClose}>
      <SoftText>{m.closeText({ revenue: formatEurosExact(revenueCents), amount: formatEurosExact(amountCents) })}</SoftText>
      <TextInput label={m.reason()} required maxLength={200} {...form.text('reason')} />
    </FormDialog>
  )
}
